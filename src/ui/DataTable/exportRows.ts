import { type SheetTable, spreadsheetType, writeCsvTables, writeSpreadsheet } from '#shared/sheet.ts'
import { type CellValue, type Column, serialHeader } from './columns.ts'

export type ExportFormat = 'csv' | 'xlsx'

function exportedCell(value: CellValue): CellValue {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value
}

/** The rows of a list as they leave the product: of the columns that may, after their serial number where the list shows one. */
export function exportedRows<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  serialNumber = false,
): SheetTable {
  const leaving = columns.filter((column) => column.exported !== false)
  return {
    name,
    columns: [
      ...(serialNumber ? [{ header: serialHeader }] : []),
      ...leaving.map(({ header, money }) => ({ header, ...(money ? { kind: 'money' as const } : {}) })),
    ],
    rows: rows.map((row, place) => ({
      cells: [...(serialNumber ? [place + 1] : []), ...leaving.map((column) => exportedCell(column.value(row)))],
    })),
  }
}

/** A file of the tables, every text made inert: a sheet each; in a CSV file below each other. */
export async function exportFile(tables: readonly SheetTable[], format: ExportFormat): Promise<Blob> {
  return format === 'csv'
    ? new Blob([writeCsvTables(tables)], { type: 'text/csv;charset=utf-8' })
    : new Blob([await writeSpreadsheet(tables)], { type: spreadsheetType })
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
