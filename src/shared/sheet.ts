import type { CellStyle, WriteSheet } from 'hucre/xlsx'
import { type Cell, escapeFormula, writeCsv } from './csv.ts'
import { isDay, schoolDay, schoolTime } from './dates.ts'
import { toRupees } from './money.ts'

/**
 * Format of a column's cells: `money` is whole paise, `percent` 75 for 75 %, `day` `YYYY-MM-DD`, `moment` an ISO
 * moment, which is written in Indian time. A cell with any other value is written unchanged.
 */
export type SheetKind = 'text' | 'number' | 'money' | 'percent' | 'day' | 'moment'

export interface SheetColumn {
  header: string
  kind?: SheetKind
  /** Width in characters; by default the width of the content. */
  width?: number
}

export interface SheetRow {
  cells: readonly Cell[]
  /** Bold, for a total. */
  strong?: boolean
  /** Shaded, for a row that needs attention. */
  shaded?: boolean
  /** Struck through, for a row that is not counted any more. */
  struck?: boolean
}

/** A table for export: a sheet of a spreadsheet, or a part of a CSV file. */
export interface SheetTable {
  name: string
  /** Lines above the table, such as its title and filters. */
  above?: readonly (readonly Cell[])[]
  columns: readonly SheetColumn[]
  rows: readonly SheetRow[]
  /** Lines below the table, such as how it was counted. */
  below?: readonly (readonly Cell[])[]
}

/** Builds a table from cells. The first row is the header. */
export function tableFromCells(name: string, [header = [], ...rows]: readonly (readonly Cell[])[]): SheetTable {
  return { name, columns: header.map((cell) => ({ header: String(cell ?? '') })), rows: rows.map((cells) => ({ cells })) }
}

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Excel's limits: rows in a sheet, characters in a cell. */
const sheetLimits = { rows: 1_048_576, characters: 32_767 }
const maxColumnWidth = 48
/** Named, because each program substitutes another font for a nameless one. */
const font = { name: 'Calibri', size: 11 }

/** Indian digit grouping. A spreadsheet's number format supports it only as a condition on the size. */
const moneyFormat = '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;#,##0.00'
const formats: Readonly<Partial<Record<SheetKind, string>>> = {
  money: moneyFormat,
  percent: 'General"%"',
  day: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm',
}

/**
 * Writes a spreadsheet (XLSX) with one sheet per table. Numbers and days have their own cell types, headers are bold
 * and frozen, and formulas in texts are escaped. Loads the XLSX library on first use.
 * @throws RangeError for a table with more rows than a sheet can hold
 */
export async function writeSpreadsheet(tables: readonly SheetTable[]): Promise<Uint8Array<ArrayBuffer>> {
  const { writeXlsx } = await import('hucre/xlsx')
  const names = new Set<string>()
  const sheets = tables.map((table, place) => toSheet(table, uniqueSheetName(table.name, place, names)))
  // Makes a printer repeat the header on every page. The library's own setting leaves names with spaces unquoted, which
  // damages the file.
  const namedRanges = sheets.map(({ name, freezePane }) => ({
    name: '_xlnm.Print_Titles',
    scope: name,
    range: `'${name.replaceAll("'", "''")}'!$${freezePane.rows}:$${freezePane.rows}`,
  }))
  return (await writeXlsx({ sheets, namedRanges })) as Uint8Array<ArrayBuffer>
}

/**
 * Writes the tables as one CSV file, below each other; several tables have their names above them. Formulas in texts
 * are escaped.
 */
export function writeCsvTables(tables: readonly SheetTable[]): string {
  return writeCsv(
    tables.flatMap(({ name, above = [], columns, rows, below = [] }, place) => [
      ...(place > 0 ? [[]] : []),
      ...(tables.length > 1 ? [[name]] : []),
      ...above,
      columns.map((column) => column.header),
      ...rows.map(({ cells }) => cells.map((cell, at) => csvValue(cell, columns[at]?.kind))),
      ...below,
    ]),
  )
}

function toSheet({ above = [], columns, rows, below = [] }: SheetTable, name: string) {
  const lines = above.length + 1 + rows.length + below.length
  if (lines > sheetLimits.rows) throw new RangeError('This is more than a spreadsheet can hold.')
  const cells: NonNullable<WriteSheet['cells']> = new Map()
  const style = (row: number, styles: readonly CellStyle[]) => {
    for (const [column, cellStyle] of styles.entries()) cells.set(`${row},${column}`, { style: cellStyle })
  }
  const plain = columns.map(() => ({}))
  const header = above.length
  for (let row = 0; row < header; row += 1) style(row, plain)
  style(
    header,
    columns.map(() => ({ font: { ...font, bold: true }, alignment: { vertical: 'center', wrapText: true } }) satisfies CellStyle),
  )
  for (const [place, row] of rows.entries())
    if (row.strong || row.shaded || row.struck)
      style(
        header + 1 + place,
        columns.map((column) => ({ ...rowStyle(row), ...numberFormat(column) })),
      )
  for (let row = 0; row < below.length; row += 1) style(header + 1 + rows.length + row, plain)
  return {
    name,
    rows: [
      ...above.map((line) => line.map((cell) => sheetValue(cell))),
      columns.map((column) => sheetValue(column.header)),
      ...rows.map((row) => columns.map((column, at) => sheetValue(row.cells[at], column.kind))),
      ...below.map((line) => line.map((cell) => sheetValue(cell))),
    ],
    columns: columns.map((column, at) => ({ width: column.width ?? widthOf(column, rows, at), ...columnStyle(column) })),
    cells,
    freezePane: { rows: header + 1 },
    pageSetup: { paperSize: 'a4', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  } satisfies WriteSheet
}

function rowStyle({ strong, shaded, struck }: SheetRow): CellStyle {
  return {
    ...(strong || struck ? { font: { ...font, bold: strong ?? false, strikethrough: struck ?? false } } : {}),
    ...(shaded ? { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE8E0' } } } : {}),
  }
}

function numberFormat({ kind = 'text' }: SheetColumn): CellStyle {
  const numFmt = formats[kind]
  return numFmt === undefined ? {} : { numFmt }
}

/** Returns the style of a column; none without a format, because the library looks up a style for every cell. */
function columnStyle(column: SheetColumn): { style?: CellStyle } {
  const style = numberFormat(column)
  return style.numFmt === undefined ? {} : { style }
}

/** Converts a value for a spreadsheet's cell. A day becomes a UTC moment, because spreadsheets have no time zones. */
function sheetValue(cell: Cell, kind: SheetKind = 'text'): string | number | boolean | Date | null {
  if (cell === null || cell === undefined || cell === '') return null
  if (kind === 'money' && typeof cell === 'number') return toRupees(cell)
  if (typeof cell !== 'string') return cell
  if (kind === 'day' && isDay(cell)) return new Date(`${cell}T00:00:00Z`)
  const moment = kind === 'moment' ? localMoment(cell) : null
  if (moment !== null) return new Date(`${moment.replace(' ', 'T')}:00Z`)
  return escapeFormula(printable(cell)).slice(0, sheetLimits.characters)
}

function csvValue(cell: Cell, kind: SheetKind = 'text'): Cell {
  if (kind === 'money' && typeof cell === 'number') return toRupees(cell)
  if (kind === 'moment' && typeof cell === 'string') return localMoment(cell) ?? cell
  return cell
}

/** Formats an ISO moment as `YYYY-MM-DD HH:mm` in Indian time. Returns null for text that is not a moment. */
function localMoment(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : `${schoolDay(date)} ${schoolTime(date).slice(0, 5)}`
}

/** Replaces characters that XML, and so XLSX, does not allow. Excel refuses the whole file for a single one of them. */
export function printable(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
}

function widthOf({ header, kind }: SheetColumn, rows: readonly SheetRow[], at: number): number {
  let longest = Math.min(header.length, kind === undefined || kind === 'text' ? maxColumnWidth : 12)
  if (kind === 'day') longest = Math.max(longest, 10)
  if (kind === 'moment') longest = Math.max(longest, 16)
  if (kind === 'money') longest = Math.max(longest, 12)
  else if (kind !== 'day' && kind !== 'moment')
    for (const { cells } of rows.slice(0, 200)) longest = Math.max(longest, String(cells[at] ?? '').length)
  return Math.min(maxColumnWidth, longest + 2)
}

/**
 * Returns a sheet name that Excel accepts: at most 31 characters, no disallowed ones, and unique regardless of case.
 */
function uniqueSheetName(wanted: string, place: number, taken: Set<string>): string {
  const clean = printable(wanted)
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^[\s']+|[\s']+$/g, '')
  const base = clean === '' || clean.toLowerCase() === 'history' ? `Sheet${place + 1}` : clean
  for (let nth = 1; ; nth += 1) {
    const suffix = nth === 1 ? '' : ` (${nth})`
    const name = `${truncate(base, 31 - suffix.length)}${suffix}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

/** Truncates a text without cutting a surrogate pair. */
function truncate(text: string, length: number): string {
  const short = text.slice(0, length)
  return (short.isWellFormed() ? short : short.slice(0, -1)).replace(/[\s']+$/, '')
}
