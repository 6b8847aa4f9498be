import { t } from '@lingui/core/macro'
import type { SheetTable } from '#shared/sheet.ts'
import { type CellValue, type Column, serialHeader } from './columns.ts'

export type ExportFormat = 'csv' | 'xlsx'

function toExportedCell(value: CellValue): CellValue {
  return typeof value === 'boolean' ? (value ? t`Yes` : t`No`) : value
}

/** Builds the export of a list: its exportable columns, after Sr.No. if the list shows it. */
export function toExportTable<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  serialNumber = false,
): SheetTable {
  const exportedColumns = columns.filter((column) => column.exported !== false)
  return {
    name,
    columns: [
      ...(serialNumber ? [{ header: serialHeader }] : []),
      ...exportedColumns.map(({ header, money }) => ({ header, ...(money ? { kind: 'money' as const } : {}) })),
    ],
    rows: rows.map((row, place) => ({
      cells: [...(serialNumber ? [place + 1] : []), ...exportedColumns.map((column) => toExportedCell(column.value(row)))],
    })),
  }
}

/** Writes tables into a file, with formulas escaped: one sheet each, or below each other in a CSV file. */
export async function exportFile(tables: readonly SheetTable[], format: ExportFormat): Promise<Blob> {
  // Its code comes when somebody exports.
  const { spreadsheetType, writeCsvTables, writeSpreadsheet } = await import('#shared/sheet.ts')
  return format === 'csv'
    ? new Blob([writeCsvTables(tables)], { type: 'text/csv;charset=utf-8' })
    : new Blob([await writeSpreadsheet(tables)], { type: spreadsheetType })
}

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the URL only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
