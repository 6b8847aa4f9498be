import { typedText } from '#shared/csv.ts'
import { type ImportColumn, longestCell } from '#shared/importColumns.ts'
import type { ParsedFile } from '#shared/parseFile.ts'

/** A row as the caller sees it: one trimmed text per column's key, '' where the file has none. */
export type ImportRow = Readonly<Record<string, string>>

/** What is wrong with a cell, or with the row as a whole (`key` null). */
export interface CellProblem {
  key: string | null
  message: string
}

export interface RowProblem extends CellProblem {
  /** Place in the list of rows given, from 0. */
  index: number
}

export interface ImportRules {
  columns: readonly ImportColumn[]
  /** What is wrong with one row on its own. */
  checkRow: (row: ImportRow, context: { number: number }) => readonly CellProblem[]
  /** What is wrong with rows beside each other, such as two with the same e-mail. */
  checkAll?: (rows: readonly ImportRow[]) => readonly RowProblem[]
  /** The word under which the preview counts a row: 'new', 'changed', … 'new' without it. */
  kindOf?: (row: ImportRow) => string
}

/** A cell that was changed as it was read. */
export interface Repair {
  key: string
  from: string
  to: string
}

export interface TableRow {
  /** As a spreadsheet program counts: the header is 1. */
  number: number
  /** One per column, in their order. */
  values: string[]
  problems: CellProblem[]
  /** From `checkAll`. */
  shared: CellProblem[]
  /** From the server; gone as soon as the row is changed. */
  server: CellProblem[]
  /** Cells that were repaired as they were read. */
  repairs: Repair[]
  /** Cells beyond the header that hold something. */
  surplus: number
  /** The person left it out. */
  leftOut: boolean
}

export interface Verdict {
  refused: number
  blank: boolean
  leftOut: number
  /** Rows that would be imported, by kind: 'new' first, the others in the order they appear. */
  kinds: ReadonlyMap<string, number>
}

/** The rows of a file under the columns, unchecked. */
export function arrangeRows(
  file: ParsedFile,
  columns: readonly ImportColumn[],
  matched: ReadonlyMap<string, number>,
): TableRow[] {
  const places = columns.map((column) => matched.get(column.key))
  return file.rows.map(({ number, cells }) => {
    const typed = places.map((place) => (place === undefined ? '' : (cells[place] ?? '').trim()))
    return {
      number,
      ...repaired(typed, columns),
      problems: [],
      shared: [],
      server: [],
      surplus: cells.slice(file.headers.length).filter((cell) => cell.trim() !== '').length,
      leftOut: false,
    }
  })
}

/** Cells with the repairs of their columns, and which they were. A blank cell stays blank. */
function repaired(typed: readonly string[], columns: readonly ImportColumn[]): Pick<TableRow, 'values' | 'repairs'> {
  const values = columns.map(({ repair }, index) => {
    const cell = typed[index] ?? ''
    return repair && cell !== '' ? repair(typedText(cell)) : cell
  })
  const repairs = columns.flatMap(({ key }, index): Repair[] => {
    const [from, to] = [typed[index] ?? '', values[index] ?? '']
    return from === to ? [] : [{ key, from, to }]
  })
  return { values, repairs }
}

export function toImportRow(row: TableRow, columns: readonly ImportColumn[]): ImportRow {
  return Object.fromEntries(columns.map((column, index) => [column.key, row.values[index] ?? '']))
}

/** What was changed in a row as it was read, in words: `row 3, Phone: +91 98765 43210 is 9876543210`. */
export function repairWords(rows: readonly TableRow[], columns: readonly ImportColumn[]): string[] {
  const labels = new Map(columns.map(({ key, label }) => [key, label]))
  return rows.flatMap((row) =>
    row.leftOut ? [] : row.repairs.map(({ key, from, to }) => `Row ${row.number}, ${labels.get(key) ?? key}: ${from} is ${to}`),
  )
}

/** What is wrong with a row on its own: the caller's problems, blank required cells, cells that are too long or too many. */
export function checkTableRow(row: TableRow, rules: ImportRules): CellProblem[] {
  const tooLong = rules.columns.filter((_, index) => (row.values[index] ?? '').length > longestCell)
  if (tooLong.length > 0)
    return tooLong.map((column) => ({ key: column.key, message: `This cell is longer than ${longestCell} characters.` }))
  const found = [...rules.checkRow(toImportRow(row, rules.columns), { number: row.number })]
  rules.columns.forEach((column, index) => {
    if (column.required && row.values[index] === '' && !found.some((problem) => problem.key === column.key)) {
      found.push({ key: column.key, message: 'Required' })
    }
  })
  if (row.surplus > 0)
    found.push({
      key: null,
      message: 'This row has more cells than the header. Is a text with a comma missing its quotation marks?',
    })
  return found
}

/** Writes what `checkAll` finds onto the rows that are not left out. */
export function checkTogether(rows: readonly TableRow[], rules: ImportRules): void {
  for (const row of rows) if (row.shared.length > 0) row.shared = []
  if (!rules.checkAll) return
  const kept = rows.filter((row) => !row.leftOut)
  for (const { index, key, message } of rules.checkAll(kept.map((row) => toImportRow(row, rules.columns)))) {
    kept[index]?.shared.push({ key, message })
  }
}

export function problemsOfRow(row: TableRow): CellProblem[] {
  return row.leftOut ? [] : [...row.problems, ...row.shared, ...row.server]
}

export function isRefused(row: TableRow): boolean {
  return !row.leftOut && (row.problems.length > 0 || row.shared.length > 0 || row.server.length > 0)
}

/** Counts what would happen to the file as it stands. */
export function verdictOf(rows: readonly TableRow[], rules: ImportRules): Verdict {
  const kinds = new Map<string, number>([['new', 0]])
  const required = rules.columns.flatMap((column, index) => (column.required ? [index] : []))
  let [refused, leftOut] = [0, 0]
  let blank = false
  for (const row of rows) {
    if (row.leftOut) {
      leftOut++
    } else if (isRefused(row)) {
      refused++
      blank ||= required.some((index) => row.values[index] === '')
    } else {
      const kind = rules.kindOf?.(toImportRow(row, rules.columns)) ?? 'new'
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
  }
  if (kinds.get('new') === 0) kinds.delete('new')
  return { refused, blank, leftOut, kinds }
}

/**
 * Puts the server's problems onto the rows that were sent: `rows.12.phone` is the 13th of them, column phone.
 * Returns the messages that belong to no row.
 */
export function placeServerProblems(
  sent: readonly TableRow[],
  columns: readonly ImportColumn[],
  problems: readonly { path: string; message: string }[],
): string[] {
  const loose: string[] = []
  for (const { path, message } of problems) {
    const parts = /^(?:input\.)?rows\.(\d+)(?:\.([^.]+))?/.exec(path)
    const row = parts ? sent[Number(parts[1])] : undefined
    if (!row) loose.push(message)
    else
      row.server = [
        ...row.server,
        { key: columns.some((column) => column.key === parts?.[2]) ? (parts?.[2] ?? null) : null, message },
      ]
  }
  return loose
}

/** The refused rows as cells, with the row's number and the reason, for a CSV that can be repaired and imported again. */
export function refusedCells(rows: readonly TableRow[], columns: readonly ImportColumn[]): string[][] {
  const label = (key: string | null) => (key === null ? '' : `${columns.find((column) => column.key === key)?.label ?? key}: `)
  return [
    [...columns.map((column) => column.key), 'row', 'reason'],
    ...rows.filter(isRefused).map((row) => [
      ...row.values,
      String(row.number),
      problemsOfRow(row)
        .map((problem) => label(problem.key) + problem.message)
        .join(' | '),
    ]),
  ]
}
