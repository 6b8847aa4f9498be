import { t } from '@lingui/core/macro'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { months, schoolYearMonths, showMonth } from '../../months.ts'
import type { PendingBySectionQueryVariables, PendingFeesQueryVariables } from './pending.graphql.ts'

type View = PendingFeesQueryVariables['input']
type Filter = PendingBySectionQueryVariables['input']

/** The server's sort value of each column. */
const sorts: Readonly<Record<string, View['sort']>> = {
  section: 'SECTION',
  name: 'NAME',
  registerNo: 'REGISTER_NO',
  phone: 'PHONE',
  pending: 'PENDING',
  clearing: 'CLEARING',
}

/** The month filter's options with their value in the address: one-time fees, one month, or all months up to one. */
export const monthChoices: readonly { value: string; label: string }[] = [
  { value: 'once', label: t`One time` },
  ...schoolYearMonths.map((month) => ({ value: month, label: showMonth(month) })),
  ...schoolYearMonths.slice(1).map((month) => ({ value: `to-${month}`, label: t`Up to and including ${showMonth(month)}` })),
]

/** The term filter's options with their value in the address. Without one the term's own fees are listed. */
export const termChoices: readonly { value: string; label: string; terms: Filter['terms'] }[] = [
  { value: 'earlier', label: t`Earlier terms`, terms: 'EARLIER' },
  { value: 'all', label: t`All terms`, terms: 'ALL' },
]

/** Returns the filter of an address; unknown values are ignored. */
export function toPendingFilter(termId: string, { search, filters }: TableQuery): Filter {
  const { class: classId, section: sectionId, terms: of, due = '', disabled } = filters
  const terms = termChoices.find((choice) => choice.value === of)?.terms
  const month = months.find((known) => due === known || due === `to-${known}`)
  return {
    termId,
    search,
    ...(classId ? { classId } : {}),
    ...(sectionId ? { sectionId } : {}),
    ...(terms ? { terms } : {}),
    ...(month ? { month, upTo: due !== month } : {}),
    ...(due === 'once' ? { oneTime: true } : {}),
    ...(disabled === 'too' ? { disabledToo: true } : {}),
  }
}

/** Returns the filter of an address with its order and page. */
export function toPendingView(query: TableQuery, termId: string): View {
  const { sort, descending, page, pageSize } = query
  const order = sort === null ? undefined : sorts[sort]
  return { ...toPendingFilter(termId, query), page, pageSize, ...(order ? { sort: order, descending } : {}) }
}
