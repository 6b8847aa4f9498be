import { inRupees } from '#shared/money.ts'
import type { CellValue, Column, TableFilter } from './columns.ts'

export const pageSizes = [20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** Which part of a list is on screen: all of it is in the address, so that a view can be linked. */
export interface TableQuery {
  /** 0-based. */
  page: number
  pageSize: PageSize
  /** A column's key, or null for the list's own order. */
  sort: string | null
  descending: boolean
  search: string
  filters: Readonly<Record<string, string>>
}

export interface TableDefaults {
  sort?: string
  descending?: boolean
  pageSize?: PageSize
  /** Set where a page has several tables: their words in the address start with it. */
  name?: string
}

function words(name: string | undefined) {
  const prefix = name ? `${name}.` : ''
  return { page: `${prefix}page`, size: `${prefix}size`, sort: `${prefix}sort`, search: `${prefix}q`, filter: `${prefix}f.` }
}

/** Reads the view from an address; what is not there, or makes no sense, is as by default. */
export function readTableQuery(address: URLSearchParams, defaults: TableDefaults = {}): TableQuery {
  const word = words(defaults.name)
  const size = Number(address.get(word.size))
  const page = Number(address.get(word.page))
  const sort = address.get(word.sort)
  const filters: [string, string][] = []
  for (const [key, value] of address)
    if (key.startsWith(word.filter) && value) filters.push([key.slice(word.filter.length), value])
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page - 1 : 0,
    pageSize: pageSizes.find((known) => known === size) ?? defaults.pageSize ?? 20,
    sort: sort ? sort.replace(/^-/, '') : (defaults.sort ?? null),
    descending: sort ? sort.startsWith('-') : (defaults.descending ?? false),
    search: address.get(word.search) ?? '',
    filters: Object.fromEntries(filters),
  }
}

/** The address with the view written into it; what is as by default is left out, everything else in the address stays. */
export function writeTableQuery(address: URLSearchParams, query: TableQuery, defaults: TableDefaults = {}): URLSearchParams {
  const word = words(defaults.name)
  const next = new URLSearchParams(address)
  for (const key of [...next.keys()]) if (key.startsWith(word.filter)) next.delete(key)
  const put = (key: string, value: string, standard: string) => {
    if (value === standard) next.delete(key)
    else next.set(key, value)
  }
  put(word.page, String(query.page + 1), '1')
  put(word.size, String(query.pageSize), String(defaults.pageSize ?? 20))
  const standardSort = defaults.sort ? `${defaults.descending ? '-' : ''}${defaults.sort}` : ''
  put(word.sort, query.sort ? `${query.descending ? '-' : ''}${query.sort}` : '', standardSort)
  put(word.search, query.search, '')
  for (const [key, value] of Object.entries(query.filters)) if (value) next.set(word.filter + key, value)
  return next
}

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

/** The order of a column's values: numbers by size, texts as a person sorts them ('7-B' before '10-A'), nothing last. */
export function compareValues(a: CellValue, b: CellValue): number {
  const [aEmpty, bEmpty] = [a === null || a === undefined || a === '', b === null || b === undefined || b === '']
  if (aEmpty || bEmpty) return Number(aEmpty) - Number(bEmpty)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

function searchable(text: CellValue): string {
  return text === null || text === undefined ? '' : String(text).normalize('NFC').toLowerCase()
}

/** As a person reads and types it: an amount in rupees. */
function shownValue<Row>({ value, money }: Column<Row>, row: Row): CellValue {
  const cell = value(row)
  return money && typeof cell === 'number' ? inRupees(cell) : cell
}

/** The rows a search and the filters leave, in the query's order: every typed word must stand in some searchable column. */
export function selectRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filters: readonly TableFilter<Row>[],
  query: TableQuery,
): Row[] {
  const typed = searchable(query.search).split(/\s+/).filter(Boolean)
  const searched = columns.filter((column) => column.searchable !== false)
  const active = filters.flatMap((filter) => {
    const value = query.filters[filter.key]
    return value && filter.matches ? [{ matches: filter.matches, value }] : []
  })
  const left = rows.filter((row) => {
    if (active.some(({ matches, value }) => !matches(row, value))) return false
    if (typed.length === 0) return true
    const text = searched.map((column) => searchable(shownValue(column, row))).join('\n')
    return typed.every((word) => text.includes(word))
  })
  const column = columns.find((candidate) => candidate.key === query.sort)
  if (!column) return left
  const keyed = left.map((row) => ({ row, value: column.value(row) }))
  // Nothing stays last in both directions, so only the comparison of two values is turned round.
  keyed.sort((a, b) => {
    const order = compareValues(a.value, b.value)
    const bothThere = compareValues(a.value, null) < 0 && compareValues(b.value, null) < 0
    return query.descending && bothThere ? -order : order
  })
  return keyed.map(({ row }) => row)
}

/** The page that exists: past the end, the last one. */
export function pageWithin(query: TableQuery, total: number): number {
  return Math.min(query.page, Math.max(0, Math.ceil(total / query.pageSize) - 1))
}
