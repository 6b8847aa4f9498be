import { type Cell, inertText, writeCsv } from '../../shared/csv.ts'
import type { Column } from './columns.ts'

export type ExportFormat = 'csv' | 'xlsx'

function exportedCell(value: Cell): Cell {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value
}

/** The cells of an export: a header, then one line per row, of the columns that may leave the product. */
export function exportCells<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Cell[][] {
  const leaving = columns.filter((column) => column.exported !== false)
  return [leaving.map((column) => column.header), ...rows.map((row) => leaving.map((column) => exportedCell(column.value(row))))]
}

/** A table as it leaves the product. */
export interface ExportTable {
  /** Its sheet's name; above it where a CSV file holds several. */
  name: string
  /** The header first. */
  cells: readonly (readonly Cell[])[]
}

/** A file of the tables, every text made inert: a sheet each, headers bold; in a CSV file below each other. */
export async function exportFile(tables: readonly ExportTable[], format: ExportFormat): Promise<Blob> {
  if (format === 'csv') return new Blob([writeCsv(stacked(tables))], { type: 'text/csv;charset=utf-8' })
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({
    sheets: tables.map(({ name, cells: [header = [], ...rows] }) => ({
      // Excel refuses these characters in a sheet's name, and more than 31 of any.
      name: name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Sheet1',
      rows: [header, ...rows].map((row) => row.map((cell) => (typeof cell === 'string' ? inertText(cell) : (cell ?? null)))),
      columns: header.map((cell, index) => ({ width: columnWidth(cell, rows, index) })),
      freezePane: { rows: 1 },
    })),
  })
  return new Blob([bytes as Uint8Array<ArrayBuffer>], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

function stacked(tables: readonly ExportTable[]): readonly (readonly Cell[])[] {
  if (tables.length === 1) return tables[0]?.cells ?? []
  return tables.flatMap(({ name, cells }, place) => [...(place > 0 ? [[]] : []), [name], ...cells])
}

function columnWidth(header: Cell, rows: readonly (readonly Cell[])[], index: number): number {
  let longest = String(header ?? '').length
  for (const row of rows.slice(0, 200)) longest = Math.max(longest, String(row[index] ?? '').length)
  return Math.min(48, longest + 2)
}

/** Hands a file to the person. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
