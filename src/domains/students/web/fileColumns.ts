import { t } from '@lingui/core/macro'
import type { z } from 'zod'
import { unescapeFormula } from '#shared/csv.ts'
import type { CellProblem, ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { fileMessages } from '../studentFiles.schema.ts'
import { nameKey, sectionKey, duplicateIndexes, isRoll, takenSeats } from '../students.rules.ts'

/** Returns the row with the quotes removed that an export put before inert cells. */
export function typedRow(row: ImportRow): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, unescapeFormula(cell)]))
}

/** Returns the problems that a schema finds in a row, with their cells. */
export function cellProblems(schema: z.ZodType, row: ImportRow): CellProblem[] {
  const parsed = schema.safeParse(typedRow(row))
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
}

/** Finds login e-mails and RFIDs that occur twice in a file. */
export function findDuplicates(rows: readonly ImportRow[]): RowProblem[] {
  return (['loginEmail', 'rfid'] as const).flatMap((key) =>
    duplicateIndexes(rows.map((row) => (row[key] ?? '').toLowerCase())).map((index) => ({
      index,
      key,
      message:
        key === 'rfid'
          ? t`The RFID ${rows[index]?.rfid ?? ''} is here twice.`
          : t`The email ${rows[index]?.loginEmail ?? ''} is here twice.`,
    })),
  )
}

/** Finds rolls that occur twice in a section. Ignores rows that delete a student. */
function findDuplicateRolls(rows: readonly ImportRow[]): RowProblem[] {
  const keys = rows.map((row) => (row.roll && isRoll(row.roll) && !isDeletion(row) ? seatKey(row.term ?? '', row) : ''))
  return duplicateIndexes(keys).flatMap((index) => rollProblem(index, rows[index], fileMessages.rollTwice))
}

/** A student of the term with which a file is compared. */
export interface SeatedStudent {
  studentId: string
  name: string
  roll: string
  className: string
  sectionName: string
}

/**
 * Finds rolls of other students who keep them. Rows of other terms are checked by the server only.
 * @param term the name of the term, as rows of a Bulk Edit name it
 */
function findTakenRolls(rows: readonly ImportRow[], seated: readonly SeatedStudent[], term: string): RowProblem[] {
  const assigned = rows.map((row) => ({
    studentId: studentIdOf(row),
    key: row.roll && isRoll(row.roll) && !isDeletion(row) ? seatKey(row.term ?? term, row) : '',
  }))
  const seats = seated.map((student) => ({
    studentId: student.studentId,
    name: student.name,
    key: seatKey(term, { class: student.className, section: student.sectionName, roll: student.roll }),
  }))
  return takenSeats(assigned, seats).flatMap(({ index, holder }) =>
    rollProblem(index, rows[index], (roll, place) => fileMessages.rollTaken(roll, place, holder.name)),
  )
}

/** Returns the student id of a Bulk Edit row as the server parses it; null for an added student or an invalid id. */
export function studentIdOf({ action = '', id = '' }: ImportRow): string | null {
  const plain = String(Number(id))
  return !/^a$/i.test(action) && /^[1-9]\d{0,14}$/.test(plain) ? plain : null
}

export const isDeletion = ({ action = '' }: ImportRow) => /^d$/i.test(action)

function seatKey(term: string, { class: className = '', section = '', roll = '' }: ImportRow): string {
  return [nameKey(term), sectionKey(className, section), roll.toLowerCase()].join('\n')
}

function rollProblem(index: number, row: ImportRow | undefined, message: (roll: string, place: string) => string): RowProblem[] {
  const { roll = '', class: className = '', section = '' } = row ?? {}
  return [{ index, key: 'roll', message: message(roll, `${className}-${section}`) }]
}

/**
 * Finds conflicts between the rows of a Bulk Add or Bulk Edit file, and with enrolled students.
 * @param seated the students of the looked-at term
 * @param term the name of that term
 */
export function checkNewRows(rows: readonly ImportRow[], seated: readonly SeatedStudent[] = [], term = ''): RowProblem[] {
  return [...findDuplicates(rows), ...findDuplicateRolls(rows), ...findTakenRolls(rows, seated, term)]
}

/** Removes blank cells, so that a request with 5,000 rows does not carry 40 of them in each. */
export function withoutBlanks<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')) as Row
}
