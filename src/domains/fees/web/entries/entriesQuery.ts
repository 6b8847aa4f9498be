import type { Day } from '#shared/dates.ts'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'

/** The filter in the address for the whole term, because an empty address means today. */
const wholeTerm = { days: 'term' }

/** Returns the view for an address. An address without filters and search shows today, the most common view. */
export function withDefaultDay(address: TableQuery, today: Day): TableQuery {
  const { days: _, ...filters } = address.filters
  const isEmpty = Object.keys(address.filters).length === 0 && address.search === ''
  return { ...address, filters: isEmpty ? { from: today, to: today } : filters }
}

/** Returns the address for a change of the shown view. It names all filters, so that a link to today keeps its date. */
export function toAddress(shown: TableQuery, change: Partial<TableQuery>): Partial<TableQuery> {
  const { search = shown.search, filters = shown.filters } = change
  const remaining = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const isEmpty = Object.keys(remaining).length === 0 && search === ''
  return { ...change, filters: isEmpty ? wholeTerm : remaining }
}
