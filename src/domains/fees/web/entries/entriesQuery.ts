import { addDays, type Day, isDay, monthStart, weekStart } from '#shared/dates.ts'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'

/** The range of days among a list's filters in the address. */
export type Days = { from?: Day; to?: Day }

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

/** Returns the range of days in filters; invalid days are ignored. */
export function parseDays({ from = '', to = '' }: Readonly<Record<string, string>>): Days {
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) }
}

/** Returns the most common ranges with their labels. */
export function dayChoices(today: Day, every = 'Whole term'): { label: string; days: Days }[] {
  const yesterday = addDays(today, -1)
  return [
    { label: 'Today', days: { from: today, to: today } },
    { label: 'Yesterday', days: { from: yesterday, to: yesterday } },
    { label: 'This week', days: { from: weekStart(today), to: today } },
    { label: 'This month', days: { from: monthStart(today), to: today } },
    { label: every, days: {} },
  ]
}
