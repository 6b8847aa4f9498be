import type { CellStyle, WriteSheet } from 'hucre/xlsx'
import { type Cell, inertText, writeCsv } from './csv.ts'
import { isDay, schoolDay, schoolTime } from './dates.ts'
import { inRupees } from './money.ts'

/**
 * How the cells of a column are written: `money` holds whole paise, `percent` 75 for 75 %, `day` `YYYY-MM-DD`, `moment` an ISO moment,
 * which becomes the school's day and time. A cell that holds something else is written as it is.
 */
export type SheetKind = 'text' | 'number' | 'money' | 'percent' | 'day' | 'moment'

export interface SheetColumn {
  header: string
  kind?: SheetKind
  /** In characters; by default as wide as what is in it. */
  width?: number
}

export interface SheetRow {
  cells: readonly Cell[]
  /** A sum. */
  strong?: boolean
  /** Needs a look. */
  shaded?: boolean
  /** Counts no more. */
  struck?: boolean
}

/** One table, as it leaves the product: a sheet of a spreadsheet, or a part of a CSV file. */
export interface SheetTable {
  name: string
  /** Lines above the table: what it is about. */
  above?: readonly (readonly Cell[])[]
  columns: readonly SheetColumn[]
  rows: readonly SheetRow[]
  /** Lines below it: how things were counted. */
  below?: readonly (readonly Cell[])[]
}

/** A table of cells, the header first. */
export function plainTable(name: string, [header = [], ...rows]: readonly (readonly Cell[])[]): SheetTable {
  return { name, columns: header.map((cell) => ({ header: String(cell ?? '') })), rows: rows.map((cells) => ({ cells })) }
}

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A spreadsheet cannot hold more in one sheet, and more in one cell. */
const most = { rows: 1_048_576, characters: 32_767 }
const widest = 48
/** A font without a name is another one in each program. */
const font = { name: 'Calibri', size: 11 }

/** Indian grouping, which a format of a spreadsheet knows only as a condition on the size. */
const moneyFormat = '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;#,##0.00'
const formats: Readonly<Partial<Record<SheetKind, string>>> = {
  money: moneyFormat,
  percent: 'General"%"',
  day: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm',
}

/**
 * A spreadsheet (XLSX) with a sheet for each table: figures are figures, days are days, headers are bold and stay in sight, and every text
 * is made inert, so that none of it can be run as a formula. The writer is loaded when it is first used.
 * @throws RangeError for a table with more rows than a sheet can hold
 */
export async function writeSpreadsheet(tables: readonly SheetTable[]): Promise<Uint8Array<ArrayBuffer>> {
  const { writeXlsx } = await import('hucre/xlsx')
  const names = new Set<string>()
  const sheets = tables.map((table, place) => sheetOf(table, freeName(table.name, place, names)))
  // A printer repeats the header on every page. The writer's own setting for it leaves names with spaces unquoted, and the file is damaged.
  const namedRanges = sheets.map(({ name, freezePane }) => ({
    name: '_xlnm.Print_Titles',
    scope: name,
    range: `'${name.replaceAll("'", "''")}'!$${freezePane.rows}:$${freezePane.rows}`,
  }))
  return (await writeXlsx({ sheets, namedRanges })) as Uint8Array<ArrayBuffer>
}

/** A CSV file of the tables below each other, with their names above them where there are several. Every text is made inert. */
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

function sheetOf({ above = [], columns, rows, below = [] }: SheetTable, name: string) {
  const lines = above.length + 1 + rows.length + below.length
  if (lines > most.rows) throw new RangeError('This is more than a spreadsheet can hold.')
  const cells: NonNullable<WriteSheet['cells']> = new Map()
  const style = (row: number, styles: readonly CellStyle[]) => {
    for (const [at, one] of styles.entries()) cells.set(`${row},${at}`, { style: one })
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
        columns.map((column) => ({ ...marked(row), ...numberFormat(column) })),
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
    columns: columns.map((column, at) => ({ width: column.width ?? widthOf(column, rows, at), style: numberFormat(column) })),
    cells,
    freezePane: { rows: header + 1 },
    pageSetup: { paperSize: 'a4', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  } satisfies WriteSheet
}

function marked({ strong, shaded, struck }: SheetRow): CellStyle {
  return {
    ...(strong || struck ? { font: { ...font, bold: strong ?? false, strikethrough: struck ?? false } } : {}),
    ...(shaded ? { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE8E0' } } } : {}),
  }
}

function numberFormat({ kind = 'text' }: SheetColumn): CellStyle {
  const numFmt = formats[kind]
  return numFmt === undefined ? {} : { numFmt }
}

/** A value as a spreadsheet keeps it; a day is a moment of UTC there, which knows no zones. */
function sheetValue(cell: Cell, kind: SheetKind = 'text'): string | number | boolean | Date | null {
  if (cell === null || cell === undefined || cell === '') return null
  if (kind === 'money' && typeof cell === 'number') return inRupees(cell)
  if (typeof cell !== 'string') return cell
  if (kind === 'day' && isDay(cell)) return new Date(`${cell}T00:00:00Z`)
  const moment = kind === 'moment' ? localMoment(cell) : null
  if (moment !== null) return new Date(`${moment.replace(' ', 'T')}:00Z`)
  return inertText(printable(cell)).slice(0, most.characters)
}

function csvValue(cell: Cell, kind: SheetKind = 'text'): Cell {
  if (kind === 'money' && typeof cell === 'number') return inRupees(cell)
  if (kind === 'moment' && typeof cell === 'string') return localMoment(cell) ?? cell
  return cell
}

/** `YYYY-MM-DD HH:mm` in the school's time; null for what is no moment. */
function localMoment(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : `${schoolDay(date)} ${schoolTime(date).slice(0, 5)}`
}

/** Without what the file's format cannot hold: a spreadsheet program refuses the whole file for one such character. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
}

function widthOf({ header, kind }: SheetColumn, rows: readonly SheetRow[], at: number): number {
  let longest = Math.min(header.length, kind === undefined || kind === 'text' ? widest : 12)
  if (kind === 'day') longest = Math.max(longest, 10)
  if (kind === 'moment') longest = Math.max(longest, 16)
  if (kind === 'money') longest = Math.max(longest, 12)
  else if (kind !== 'day' && kind !== 'moment')
    for (const { cells } of rows.slice(0, 200)) longest = Math.max(longest, String(cells[at] ?? '').length)
  return Math.min(widest, longest + 2)
}

/** A sheet's name as Excel takes it: 31 characters, some of which it refuses, and no other sheet of it, whatever the case of letters. */
function freeName(wanted: string, place: number, taken: Set<string>): string {
  const clean = printable(wanted)
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^[\s']+|[\s']+$/g, '')
  const base = clean === '' || clean.toLowerCase() === 'history' ? `Sheet${place + 1}` : clean
  for (let nth = 1; ; nth += 1) {
    const suffix = nth === 1 ? '' : ` (${nth})`
    const name = `${cut(base, 31 - suffix.length)}${suffix}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

/** A letter is never cut in half. */
function cut(text: string, length: number): string {
  const short = text.slice(0, length)
  return (short.isWellFormed() ? short : short.slice(0, -1)).replace(/[\s']+$/, '')
}
