import type { SheetColumn, SheetKind, SheetRow, SheetTable } from '#shared/sheet.ts'
import { isDay, showDay } from '#shared/dates.ts'
import type { CellKind, ReportBlock, ReportColumn, ReportModel } from './report.model.ts'

/** More sheets than these nobody finds anything in: then tables with the same columns are one sheet. */
const mostSheets = 30

const kinds: Readonly<Record<CellKind, SheetKind>> = {
  text: 'text',
  number: 'number',
  money: 'money',
  percent: 'percent',
  day: 'day',
  time: 'text',
  moment: 'moment',
  mark: 'text',
}

/**
 * A report as the tables of a spreadsheet (shared/sheet.ts writes it): one for each table of the report where they are few, else
 * tables with the same columns below each other with the heading of each in a column in front. Tables of one list are one.
 */
export function reportWorkbook(report: ReportModel): SheetTable[] {
  const { blocks } = report
  const tables = [...Map.groupBy(blocks, (block) => block.list)].flatMap(([name, own]) =>
    name === undefined ? (own.length <= mostSheets ? own.map(oneTable) : together(own)) : [list(name, own)],
  )
  const above = [
    [report.school.name],
    [report.title],
    ...report.facts.map(({ label, value }) => [label, value]),
    ...(report.summary === '' ? [] : [[report.summary]]),
  ]
  return tables.map((table, place) => ({
    ...table,
    above: [...above, ...(table.above ?? []), []],
    ...(place === tables.length - 1 && report.notes.length > 0 ? { below: [[], ...report.notes.map((note) => [note])] } : {}),
  }))
}

function oneTable(block: ReportBlock): SheetTable {
  const facts = (block.facts ?? []).map(({ label, value }) => [label, value])
  return {
    name: block.heading,
    above: [[block.heading], ...facts],
    columns: block.columns.map(sheetColumn),
    rows: sheetRows(block),
  }
}

/** One table of all rows of a list; sums only where there is one of them, at its end. */
function list(name: string, blocks: readonly ReportBlock[]): SheetTable {
  const columns = (blocks[0]?.columns ?? []).map(sheetColumn)
  return { name, columns, rows: blocks.flatMap((block) => sheetRows(blocks.length > 1 ? { ...block, footer: [] } : block)) }
}

/** One table for all blocks that have the same columns. */
function together(blocks: readonly ReportBlock[]): SheetTable[] {
  const groups = Map.groupBy(blocks, ({ columns }) => columns.map((column) => headerOf(column)).join('\n'))
  return [...groups.values()].map((own, place): SheetTable => {
    const [first] = own
    if (first && own.length === 1) return oneTable(first)
    return {
      name: place === 0 ? 'Report' : `Report ${place + 1}`,
      columns: [{ header: 'Table' }, ...(first?.columns ?? []).map(sheetColumn)],
      rows: own.flatMap((block) => sheetRows(block).map((row) => ({ ...row, cells: [block.heading, ...row.cells] }))),
    }
  })
}

function sheetRows({ columns, rows, footer = [] }: ReportBlock): SheetRow[] {
  return [...rows, ...footer.map((row) => ({ ...row, strong: true }))].map(({ cells, strong, shaded, struck }) => ({
    cells: columns.map(({ kind }, place) => {
      const cell = cells[place] ?? null
      // A moment whose hour is not known is its day, as text: as a moment it would be midnight somewhere else.
      return kind === 'moment' && typeof cell === 'string' && isDay(cell) ? showDay(cell) : cell
    }),
    ...(strong ? { strong } : {}),
    ...(shaded ? { shaded } : {}),
    ...(struck ? { struck } : {}),
  }))
}

function sheetColumn(column: ReportColumn): SheetColumn {
  return { header: headerOf(column), kind: kinds[column.kind], ...(column.kind === 'mark' ? { width: 4 } : {}) }
}

/** A header stands by itself in a spreadsheet: `Mo 01`, `01 M`. */
function headerOf({ header, group }: ReportColumn): string {
  return [group, header].filter(Boolean).join(' ')
}
