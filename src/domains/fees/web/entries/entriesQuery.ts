import { addDays, type Day, isDay, monthStart, weekStart } from '#shared/dates.ts'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'

/** The words of the address for the days of a list, among its filters. */
export type Days = { from?: Day; to?: Day }

/** Stands in the address for a list of the whole term, where nothing at all means today. */
const wholeTerm = { days: 'term' }

/** The view that is shown: an address that asks for nothing shows today, since what came in today is what is asked for most. */
export function shownEntries(asked: TableQuery, today: Day): TableQuery {
  const { days: _, ...filters } = asked.filters
  const nothing = Object.keys(asked.filters).length === 0 && asked.search === ''
  return { ...asked, filters: nothing ? { from: today, to: today } : filters }
}

/** What goes into the address for a change of the shown view: all of it, so that today in a link stays that day. */
export function askedEntries(shown: TableQuery, change: Partial<TableQuery>): Partial<TableQuery> {
  const { search = shown.search, filters = shown.filters } = change
  const left = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const nothing = Object.keys(left).length === 0 && search === ''
  return { ...change, filters: nothing ? wholeTerm : left }
}

/** The days of a view; what is no day is none. */
export function daysOf({ from = '', to = '' }: Readonly<Record<string, string>>): Days {
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) }
}

/** The days that are asked for most, with their words. */
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
