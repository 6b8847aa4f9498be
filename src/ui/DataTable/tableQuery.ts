import { findByWords } from '#shared/nameSearch.ts'
import { compareNaturally } from '#shared/naturalOrder.ts'
import { toRupees } from '#shared/money.ts'
import type { CellValue, Column, TableFilter } from './columns.ts'

export const pageSizes = [20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** View of a list. All of it is in the URL, so that a view can be linked. */
export interface TableQuery {
  /** 0-based. */
  page: number
  pageSize: PageSize
  /** Key of the sorted column; null for the list's own order. */
  sort: string | null
  descending: boolean
  search: string
  filters: Readonly<Record<string, string>>
}

export interface TableDefaults {
  sort?: string
  descending?: boolean
  pageSize?: PageSize
  /** Prefix of the URL parameters, for a page with several tables. */
  name?: string
}

function parameterNames(name: string | undefined) {
  const prefix = name ? `${name}.` : ''
  return { page: `${prefix}page`, size: `${prefix}size`, sort: `${prefix}sort`, search: `${prefix}q`, filter: `${prefix}f.` }
}

/** Reads a view from URL parameters. Missing or invalid ones have their default. */
export function readTableQuery(address: URLSearchParams, defaults: TableDefaults = {}): TableQuery {
  const names = parameterNames(defaults.name)
  const size = Number(address.get(names.size))
  const page = Number(address.get(names.page))
  const sort = address.get(names.sort)
  const filters: [string, string][] = []
  for (const [key, value] of address)
    if (key.startsWith(names.filter) && value) filters.push([key.slice(names.filter.length), value])
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page - 1 : 0,
    pageSize: pageSizes.find((known) => known === size) ?? defaults.pageSize ?? 20,
    sort: sort ? sort.replace(/^-/, '') : (defaults.sort ?? null),
    descending: sort ? sort.startsWith('-') : (defaults.descending ?? false),
    search: address.get(names.search) ?? '',
    filters: Object.fromEntries(filters),
  }
}

/** Returns the URL parameters with a view written into them. Leaves default values out and keeps other parameters. */
export function writeTableQuery(address: URLSearchParams, query: TableQuery, defaults: TableDefaults = {}): URLSearchParams {
  const names = parameterNames(defaults.name)
  const next = new URLSearchParams(address)
  for (const key of [...next.keys()]) if (key.startsWith(names.filter)) next.delete(key)
  const put = (key: string, value: string, standard: string) => {
    if (value === standard) next.delete(key)
    else next.set(key, value)
  }
  put(names.page, String(query.page + 1), '1')
  put(names.size, String(query.pageSize), String(defaults.pageSize ?? 20))
  const standardSort = defaults.sort ? `${defaults.descending ? '-' : ''}${defaults.sort}` : ''
  put(names.sort, query.sort ? `${query.descending ? '-' : ''}${query.sort}` : '', standardSort)
  put(names.search, query.search, '')
  for (const [key, value] of Object.entries(query.filters)) if (value) next.set(names.filter + key, value)
  return next
}

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
 * searchable column, in any script (findByWords).
 */
export function selectRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filters: readonly TableFilter<Row>[],
  query: TableQuery,
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

/** Returns the query's page, or the last page when the query's is past the end. */
export function clampPage(query: TableQuery, total: number): number {
  return Math.min(query.page, Math.max(0, Math.ceil(total / query.pageSize) - 1))
}
