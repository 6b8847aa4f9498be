import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { months, schoolYearMonths } from '../../months.ts'
import type { PendingBySectionQueryVariables, PendingFeesQueryVariables } from './pending.graphql.ts'

type View = PendingFeesQueryVariables['input']
type Filter = PendingBySectionQueryVariables['input']

/** The server's word for a column. */
const sorts: Readonly<Record<string, View['sort']>> = {
  section: 'SECTION',
  name: 'NAME',
  registerNo: 'REGISTER_NO',
  phone: 'PHONE',
  pending: 'PENDING',
  clearing: 'CLEARING',
}

/** The months a list can be about, each with its word in the address: one, one with those before it, or none. */
export const dueChoices: readonly { value: string; label: string }[] = [
  { value: 'once', label: 'One time' },
  ...schoolYearMonths.map((month) => ({ value: month, label: month })),
  ...schoolYearMonths.slice(1).map((month) => ({ value: `to-${month}`, label: `Up to and including ${month}` })),
]

/** What of the pending fees an address asks about; words that mean nothing ask about all. */
export function pendingFilterOf(termId: string, { search, filters }: TableQuery): Filter {
  const { class: classId, section: sectionId, due = '', disabled } = filters
  const month = months.find((known) => due === known || due === `to-${known}`)
  return {
    termId,
    search,
    ...(classId ? { classId } : {}),
    ...(sectionId ? { sectionId } : {}),
    ...(month ? { month, upTo: due !== month } : {}),
    ...(due === 'once' ? { oneTime: true } : {}),
    ...(disabled === 'too' ? { disabledToo: true } : {}),
  }
}

/** The same with the part of it that is on screen. */
export function pendingViewOf(termId: string, query: TableQuery): View {
  const { sort, descending, page, pageSize } = query
  const order = sort === null ? undefined : sorts[sort]
  return { ...pendingFilterOf(termId, query), page, pageSize, ...(order ? { sort: order, descending } : {}) }
}
