import type { z } from 'zod'
import { typedText } from '#shared/csv.ts'
import type { CellProblem, ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { fileWords } from '../studentFiles.schema.ts'
import { nameKey, placeKey, repeated, takenSeats } from '../students.rules.ts'

/** A row whose cells are as they were typed. */
export function ownRow(row: ImportRow): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, typedText(cell)]))
}

/** What a schema finds wrong with a row, one problem per cell. */
export function cellProblems(schema: z.ZodType, row: ImportRow): CellProblem[] {
  const parsed = schema.safeParse(ownRow(row))
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
}

/** Login e-mails and RFIDs that stand in a file twice. */
export function standTwice(rows: readonly ImportRow[]): RowProblem[] {
  return (['loginEmail', 'rfid'] as const).flatMap((key) =>
    repeated(rows.map((row) => (row[key] ?? '').toLowerCase())).map((index) => ({
      index,
      key,
      message: `The ${key === 'rfid' ? 'RFID' : 'email'} ${rows[index]?.[key]} stands here twice.`,
    })),
  )
}

/** Rolls that stand in one section twice; a row that deletes its student takes none. */
function rollsTwice(rows: readonly ImportRow[]): RowProblem[] {
  const keys = rows.map((row) => (row.roll && !deletes(row) ? seatKey(row.term ?? '', row) : ''))
  return repeated(keys).flatMap((index) => rollProblem(index, rows[index], fileWords.rollTwice))
}

/** A roll of the term that files are compared with, and whose it is. */
export interface SeatedStudent {
  studentId: string
  name: string
  roll: string
  className: string
  sectionName: string
}

/**
 * Rolls of a term that other students have who stay there. Rows of other terms are left to the server.
 * @param term the name of the term, as rows of a Bulk Edit name it
 */
function rollsOfOthers(rows: readonly ImportRow[], seated: readonly SeatedStudent[], term: string): RowProblem[] {
  const sitting = rows.map((row) => ({
    studentId: studentIdOf(row),
    key: row.roll && !deletes(row) ? seatKey(row.term ?? term, row) : '',
  }))
  const seats = seated.map((one) => ({
    studentId: one.studentId,
    name: one.name,
    key: seatKey(term, { class: one.className, section: one.sectionName, roll: one.roll }),
  }))
  return takenSeats(sitting, seats).flatMap(({ index, holder }) =>
    rollProblem(index, rows[index], (roll, place) => fileWords.rollTaken(roll, place, holder.name)),
  )
}

/** The id of the student whom a line of Bulk Edit is about, as the server reads it; null for an added one, or an id that is none. */
export function studentIdOf({ action = '', id = '' }: ImportRow): string | null {
  const plain = String(Number(id))
  return !/^a$/i.test(action) && /^[1-9]\d{0,14}$/.test(plain) ? plain : null
}

export const deletes = ({ action = '' }: ImportRow) => /^d$/i.test(action)

function seatKey(term: string, { class: className = '', section = '', roll = '' }: ImportRow): string {
  return [nameKey(term), placeKey(className, section), roll.toLowerCase()].join('\n')
}

function rollProblem(index: number, row: ImportRow | undefined, words: (roll: string, place: string) => string): RowProblem[] {
  const { roll = '', class: className = '', section = '' } = row ?? {}
  return [{ index, key: 'roll', message: words(roll, `${className}-${section}`) }]
}

/**
 * What is wrong with the lines of Bulk Add or Bulk Edit beside each other, and beside the students who are there.
 * @param seated the students of the term looked at
 * @param term its name
 */
export function checkTogether(rows: readonly ImportRow[], seated: readonly SeatedStudent[] = [], term = ''): RowProblem[] {
  return [...standTwice(rows), ...rollsTwice(rows), ...rollsOfOthers(rows, seated, term)]
}

/** The cells of a row that hold something: a blank one says nothing, and 5,000 rows need not carry 40 of them. */
export function filled<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')) as Row
}
