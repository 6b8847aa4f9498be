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

/** Returns the query's page, or the last page when the query's is past the end. */
export function clampPage(query: TableQuery, total: number): number {
  return Math.min(query.page, Math.max(0, Math.ceil(total / query.pageSize) - 1))
}
