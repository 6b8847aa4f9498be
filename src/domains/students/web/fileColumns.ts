import type { z } from 'zod'
import { typedText } from '../../../shared/csv.ts'
import type { CellProblem, ImportRow, RowProblem } from '../../../ui/import/importTable.ts'
import { fileWords } from '../studentFiles.schema.ts'
import { nameKey, placeKey, repeated } from '../students.rules.ts'

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
export function rollsTwice(rows: readonly ImportRow[]): RowProblem[] {
  const keys = rows.map(({ action = '', term = '', class: className = '', section = '', roll = '' }) =>
    roll === '' || /^d$/i.test(action) ? '' : [nameKey(term), placeKey(className, section), roll.toLowerCase()].join('\n'),
  )
  return repeated(keys).map((index) => {
    const { roll = '', class: className = '', section = '' } = rows[index] ?? {}
    return { index, key: 'roll', message: fileWords.rollTwice(roll, `${className}-${section}`) }
  })
}

/** What is wrong with the lines of Bulk Add beside each other. */
export function checkTogether(rows: readonly ImportRow[]): RowProblem[] {
  return [...standTwice(rows), ...rollsTwice(rows)]
}

/** The cells of a row that hold something: a blank one says nothing, and 5,000 rows need not carry 40 of them. */
export function filled<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')) as Row
}
