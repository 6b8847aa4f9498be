import { t } from '#shared/texts.ts'

/** Texts of the screen (specification, section 2). */
export const legacyMessages = {
  get unchecked() {
    return t`No Validation Has Been Run. Proceed Only If You Know What You Are Doing`
  },
  get done() {
    return t`Students Successfully Imported`
  },
}

/** Milliseconds between choosing and sending a file, in which it can be cancelled (specification, section 9). */
export const sendDelayMs = 1000

/** Maximum number of rows in a file. */
export const maxRows = 50_000

/** A problem of a file. `row` counts as in a spreadsheet, with the header as 1; `column` is '' for the whole row. */
export interface LegacyProblem {
  row: number
  column: string
  value: string
  message: string
}

/** Maximum number of problems stored per file; the rest is only counted. */
export const maxStoredProblems = 500

/** The result of an import for one term. */
export interface TermReport {
  term: string
  /** Whether the import added the term. */
  added: boolean
  classes: number
  sections: number
  /** Number of enrolments added. */
  places: number
}

/** The result of an import. */
export interface LegacyReport {
  rows: number
  terms: number
  classes: number
  sections: number
  students: number
  /** Number of disabled students among those added. */
  disabled: number
  /** Number of enrolments added, more than `students` when they come with earlier years. */
  places: number
  /** Number of existing students found by their id in the previous system. */
  knownByLegacyId: number
  /** Number of existing students found by register number and name. */
  knownByRegisterNo: number
  /** Number of rows whose student was already enrolled in the term, which stays unchanged. */
  placesKept: number
  /** Headers of columns that were ignored. */
  unread: string[]
  /** Number of phones with a country code, a leading 0, spaces or hyphens removed. Missing in older reports. */
  repairedPhones?: number
  /**
   * The first `maxStoredProblems` rows of these phones. Without the phones, because a report outlives an erased
   * student.
   */
  repairedPhoneRows?: number[]
  byTerm: TermReport[]
}
