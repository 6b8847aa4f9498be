import type { Cell } from '../../shared/csv.ts'
import { plainTable, spreadsheetType, writeCsvTables, writeSpreadsheet } from '../../shared/sheet.ts'
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
  const sheets = tables.map(({ name, cells }) => plainTable(name, cells))
  return format === 'csv'
    ? new Blob([writeCsvTables(sheets)], { type: 'text/csv;charset=utf-8' })
    : new Blob([await writeSpreadsheet(sheets)], { type: spreadsheetType })
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
