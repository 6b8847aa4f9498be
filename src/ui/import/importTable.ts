import { t } from '@lingui/core/macro'
import { unescapeFormula } from '#shared/csv.ts'
import { type ImportColumn, maxCellLength } from '#shared/importColumns.ts'
import type { ParsedFile } from '#shared/parseFile.ts'

/** A row for the caller: one trimmed text per column's key, '' for a column that the file lacks. */
export type ImportRow = Readonly<Record<string, string>>

/** A problem of a cell, or of the whole row when `key` is null. */
export interface CellProblem {
  key: string | null
  message: string
  /** True for a question of the server, which the user may answer by sending the rows anyway. */
  asks?: boolean
}

export interface RowProblem extends CellProblem {
  /** Index in the list of rows, from 0. */
  index: number
}

export interface ImportRules {
  columns: readonly ImportColumn[]
  /** Returns the problems of a single row. */
  checkRow: (row: ImportRow, context: { number: number }) => readonly CellProblem[]
  /** Returns problems across rows, such as two with the same e-mail. */
  checkAll?: (rows: readonly ImportRow[]) => readonly RowProblem[]
  /**
   * Returns the kind under which the preview counts a row: 'new', 'changed', or a text of the page's language. By
   * default 'new'.
   */
  kindOf?: (row: ImportRow) => string
}

/** A cell that was corrected as it was read. */
export interface Repair {
  key: string
  from: string
  to: string
}

export interface TableRow {
  /** Row number as in a spreadsheet program: the header is 1. */
  number: number
  /** One value per column, in order. */
  values: string[]
  problems: CellProblem[]
  /** Problems from `checkAll`. */
  shared: CellProblem[]
  /** Problems from the server; cleared when the row is edited. */
  server: CellProblem[]
  /** Corrections made as the row was read. */
  repairs: Repair[]
  /** Number of non-blank cells beyond the header. */
  surplus: number
  /** True when the user left the row out. */
  leftOut: boolean
}

export interface ImportSummary {
  refused: number
  /** True when all refused rows are only asked about. */
  asked: boolean
  blank: boolean
  leftOut: number
  /** Number of rows to import by kind: 'new' first, the others in order of appearance. */
  kinds: ReadonlyMap<string, number>
}

/** Converts a file's rows to table rows, unchecked. */
export function toTableRows(
  file: ParsedFile,
  columns: readonly ImportColumn[],
  matched: ReadonlyMap<string, number>,
): TableRow[] {
  const headerIndexes = columns.map((column) => matched.get(column.key))
  return file.rows.map(({ number, cells }) => {
    const typed = headerIndexes.map((place) => (place === undefined ? '' : (cells[place] ?? '').trim()))
    return {
      number,
      ...applyRepairs(typed, columns),
      problems: [],
      shared: [],
      server: [],
      surplus: cells.slice(file.headers.length).filter((cell) => cell.trim() !== '').length,
      leftOut: false,
    }
  })
}

/** Applies the columns' corrections and returns the values with the corrections made. A blank cell stays blank. */
function applyRepairs(typed: readonly string[], columns: readonly ImportColumn[]): Pick<TableRow, 'values' | 'repairs'> {
  const values = columns.map(({ repair }, index) => {
    const cell = typed[index] ?? ''
    return repair && cell !== '' ? repair(unescapeFormula(cell)) : cell
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

/** Describes the corrections of all rows: `Row 3, Phone: +91 98765 43210 is 9876543210`. */
export function repairTexts(rows: readonly TableRow[], columns: readonly ImportColumn[]): string[] {
  const labels = new Map(columns.map(({ key, label }) => [key, label]))
  return rows.flatMap((row) =>
    row.leftOut ? [] : row.repairs.map(({ key, from, to }) => t`Row ${row.number}, ${labels.get(key) ?? key}: ${from} is ${to}`),
  )
}

/** Returns a row's own problems: the caller's, blank required cells, cells that are too long or too many. */
export function checkTableRow(row: TableRow, rules: ImportRules): CellProblem[] {
  const tooLong = rules.columns.filter((_, index) => (row.values[index] ?? '').length > maxCellLength)
  if (tooLong.length > 0)
    return tooLong.map((column) => ({ key: column.key, message: t`This cell is longer than ${maxCellLength} characters.` }))
  const problems = [...rules.checkRow(toImportRow(row, rules.columns), { number: row.number })]
  rules.columns.forEach((column, index) => {
    if (column.required && row.values[index] === '' && !problems.some((problem) => problem.key === column.key)) {
      problems.push({ key: column.key, message: t`Required` })
    }
  })
  if (row.surplus > 0)
    problems.push({
      key: null,
      message: t`This row has more cells than the header. Is a text with a comma missing its quotation marks?`,
    })
  return problems
}

/** Stores the problems of `checkAll` in the rows that are not left out. */
export function checkAcrossRows(rows: readonly TableRow[], rules: ImportRules): void {
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

/** Counts the refused, left-out and importable rows. */
export function summarize(rows: readonly TableRow[], rules: ImportRules): ImportSummary {
  const kinds = new Map<string, number>([['new', 0]])
  const required = rules.columns.flatMap((column, index) => (column.required ? [index] : []))
  let [refused, leftOut] = [0, 0]
  let blank = false
  let asked = true
  for (const row of rows) {
    if (row.leftOut) {
      leftOut++
    } else if (isRefused(row)) {
      refused++
      asked &&= problemsOfRow(row).every(({ asks }) => asks)
      blank ||= required.some((index) => row.values[index] === '')
    } else {
      const kind = rules.kindOf?.(toImportRow(row, rules.columns)) ?? 'new'
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
  }
  if (kinds.get('new') === 0) kinds.delete('new')
  return { refused, asked: asked && refused > 0, blank, leftOut, kinds }
}

/**
 * Assigns the server's problems to the rows that were sent: `rows.12.phone` is the 13th of them, column phone. Returns
 * the messages that belong to no row.
 */
export function assignServerProblems(
  sent: readonly TableRow[],
  columns: readonly ImportColumn[],
  problems: readonly { path: string; message: string }[],
): string[] {
  const loose: string[] = []
  for (const { path, message } of problems) {
    const parts = /^(?:input\.)?rows\.(\d+)(?:\.([^.]+))?/.exec(path)
    const row = parts ? sent[Number(parts[1])] : undefined
    if (!row) loose.push(message)
    else {
      const column = columns.find(({ key }) => key === parts?.[2])
      const problem: CellProblem = { key: column?.key ?? null, message }
      // The input's own field answers what the server asks.
      if (parts?.[2] === 'addAnyway') problem.asks = true
      row.server = [...row.server, problem]
    }
  }
  return loose
}

/**
 * Returns the refused rows as cells with row number and reason, for a CSV file that can be corrected and imported
 * again.
 */
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
