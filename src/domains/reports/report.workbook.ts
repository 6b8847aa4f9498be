import type { SheetColumn, SheetKind, SheetRow, SheetTable } from '#shared/sheet.ts'
import { isDay, showDay } from '#shared/dates.ts'
import type { CellKind, ReportBlock, ReportColumn, ReportModel } from './report.model.ts'
import { t } from '#shared/texts.ts'

/** With more tables than these, tables with the same columns share a sheet, because nobody finds one among so many. */
const mostSheets = 30

const sheetKinds: Readonly<Record<CellKind, SheetKind>> = {
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
 * Returns a report as the tables of a spreadsheet, which `shared/sheet.ts` writes. A few tables get a sheet each. Of
 * many, those with the same columns share a sheet, with their heading in the first column. Tables of one list are one
 * sheet.
 */
export function reportWorkbook(report: ReportModel): SheetTable[] {
  const { blocks } = report
  const tables = [...Map.groupBy(blocks, (block) => block.list)].flatMap(([name, group]) =>
    name === undefined ? (group.length <= mostSheets ? group.map(blockTable) : combineBlocks(group)) : [listTable(name, group)],
  )
  const above = [
    [report.school.name],
    [report.title],
    ...report.facts.map(({ label, value }) => [label, value]),
    ...(report.summary === '' ? [] : [[report.summary]]),
  ]
  return tables.map((table, index) => ({
    ...table,
    above: [...above, ...(table.above ?? []), []],
    ...(index === tables.length - 1 && report.notes.length > 0 ? { below: [[], ...report.notes.map((note) => [note])] } : {}),
  }))
}

function blockTable(block: ReportBlock): SheetTable {
  const facts = (block.facts ?? []).map(({ label, value }) => [label, value])
  return {
    name: block.heading,
    above: [[block.heading], ...facts],
    columns: block.columns.map(sheetColumn),
    rows: sheetRows(block),
  }
}

/** Returns all rows of a list as one table. It has sums only when the list has a single table. */
function listTable(name: string, blocks: readonly ReportBlock[]): SheetTable {
  const columns = (blocks[0]?.columns ?? []).map(sheetColumn)
  return { name, columns, rows: blocks.flatMap((block) => sheetRows(blocks.length > 1 ? { ...block, footer: [] } : block)) }
}

/** Returns one table for all blocks with the same columns. */
function combineBlocks(blocks: readonly ReportBlock[]): SheetTable[] {
  const groups = Map.groupBy(blocks, ({ columns }) => columns.map((column) => fullHeader(column)).join('\n'))
  return [...groups.values()].map((group, index): SheetTable => {
    const [first] = group
    if (first && group.length === 1) return blockTable(first)
    return {
      name: index === 0 ? t`Report` : `${t`Report`} ${index + 1}`,
      columns: [{ header: t`Table` }, ...(first?.columns ?? []).map(sheetColumn)],
      rows: group.flatMap((block) => sheetRows(block).map((row) => ({ ...row, cells: [block.heading, ...row.cells] }))),
    }
  })
}

function sheetRows({ columns, rows, footer = [] }: ReportBlock): SheetRow[] {
  return [...rows, ...footer.map((row) => ({ ...row, strong: true }))].map(({ cells, strong, shaded, struck }) => ({
    cells: columns.map(({ kind }, index) => {
      const cell = cells[index] ?? null
      // A moment without a known hour stays text, because a spreadsheet would make midnight of it.
      return kind === 'moment' && typeof cell === 'string' && isDay(cell) ? showDay(cell) : cell
    }),
    ...(strong ? { strong } : {}),
    ...(shaded ? { shaded } : {}),
    ...(struck ? { struck } : {}),
  }))
}

function sheetColumn(column: ReportColumn): SheetColumn {
  return { header: fullHeader(column), kind: sheetKinds[column.kind], ...(column.kind === 'mark' ? { width: 4 } : {}) }
}

/** Returns a header with its group, because a spreadsheet has a single header row: `Mo 01`, `01 M`. */
function fullHeader({ header, group }: ReportColumn): string {
  return [group, header].filter(Boolean).join(' ')
}
