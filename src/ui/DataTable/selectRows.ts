import { toRupees } from '#shared/money.ts'
import { compareNaturally } from '#shared/naturalOrder.ts'
import type { CellValue, Column, TableFilter } from './columns.ts'
import type { FindByWords } from '../useFindByWords.ts'
import type { TableQuery } from './tableQuery.ts'

/**
 * Compares two values of a column: numbers by size, texts in natural order ('7-B' before '10-A'), empty values last.
 */
export function compareValues(a: CellValue, b: CellValue): number {
  const [aEmpty, bEmpty] = [a === null || a === undefined || a === '', b === null || b === undefined || b === '']
  if (aEmpty || bEmpty) return Number(aEmpty) - Number(bEmpty)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareNaturally(String(a), String(b))
}

/** Returns the text that a search matches: an amount in rupees. */
function searchableText<Row>({ value, money }: Column<Row>, row: Row): string {
  const cell = value(row)
  return String((money && typeof cell === 'number' ? toRupees(cell) : cell) ?? '')
}

/**
 * Returns the rows that match the search and the filters, sorted. Every word of the search must occur in some
 * searchable column.
 */
export function selectRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filters: readonly TableFilter<Row>[],
  query: TableQuery,
  findByWords: FindByWords,
): Row[] {
  const searched = columns.filter((column) => column.searchable !== false)
  const active = filters.flatMap((filter) => {
    const value = query.filters[filter.key]
    return value && filter.matches ? [{ matches: filter.matches, value }] : []
  })
  const filtered = rows.filter((row) => active.every(({ matches, value }) => matches(row, value)))
  const matchingRows = findByWords(filtered, query.search, (row) =>
    searched.map((column) => searchableText(column, row)).join('\n'),
  )
  const column = columns.find((candidate) => candidate.key === query.sort)
  if (!column) return [...matchingRows]
  const keyed = matchingRows.map((row) => ({ row, value: column.value(row) }))
  // Empty values stay last in both directions, so only the order of two values is reversed.
  keyed.sort((a, b) => {
    const order = compareValues(a.value, b.value)
    const haveBothValues = compareValues(a.value, null) < 0 && compareValues(b.value, null) < 0
    return query.descending && haveBothValues ? -order : order
  })
  return keyed.map(({ row }) => row)
}
