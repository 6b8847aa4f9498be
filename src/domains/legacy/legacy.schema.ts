import { z } from 'zod'
import { id, requestKey, requiredText, uploadId } from '#shared/inputs.ts'

/** The words of the screen (specification, section 2). */
export const legacyWords = {
  unchecked: 'No Validation Has Been Run. Proceed Only If You Know What You Are Doing',
  done: 'Students Successfully Imported',
} as const

/** A chosen file is sent after so many milliseconds (specification, section 9). */
export const sendAfterMs = 1000

/** A file has no more rows than this. */
export const mostRows = 50_000

/** The file that was sent, to be read and stored behind the answer. */
export const legacyOrder = z.object({
  key: requestKey,
  fileId: uploadId.pipe(z.uuid('This upload is not there any more. Please choose the file again.')),
  fileName: requiredText(200),
})

export const legacyImportOfId = z.object({ id })

/** What is wrong with a row of a file. `row` as a spreadsheet program counts, the header is 1; `column` '' for the row as a whole. */
export interface LegacyProblem {
  row: number
  column: string
  value: string
  message: string
}

/** So many problems are kept of a file; the rest is counted. */
export const keptProblems = 500

/** What came in of a term. */
export interface TermReport {
  term: string
  /** The school did not have it before. */
  added: boolean
  classes: number
  sections: number
  /** Students who were put into it. */
  places: number
}

/** What came in with a file. */
export interface LegacyReport {
  rows: number
  terms: number
  classes: number
  sections: number
  students: number
  /** Of the students who were added. */
  disabled: number
  /** Students who were put into a term: more than students, where they come with earlier years. */
  places: number
  /** Students who were here already, by the id in the previous system. */
  knownByLegacyId: number
  /** Students who were here already, by register number and name. */
  knownByRegisterNo: number
  /** Rows of students who had a place in the term already: it stays as it is. */
  placesKept: number
  /** Headers of the file that nothing was read from. */
  unread: string[]
  /** Number of cells whose phones were written with a country code, a leading 0, spaces or hyphens. Reports of before lack it. */
  repairedPhones?: number
  /** The rows of these cells, without the phones: a report outlives an erased student. The first `keptProblems` of them. */
  repairedPhoneRows?: number[]
  byTerm: TermReport[]
}
