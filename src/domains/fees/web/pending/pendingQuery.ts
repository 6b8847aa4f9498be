import { t } from '@lingui/core/macro'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import type { AgeingGroup } from '../../pending.rules.ts'
import { type Month, months, showMonth } from '../../months.ts'
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

/** The due dates that can be chosen, with their value in the address. Without one, what is overdue is listed. */
const dueChoices: readonly { value: string; label: string; due: Filter['due'] }[] = [
  { value: 'to-30', label: t`Overdue up to 30 days`, due: 'OVERDUE_TO_30' },
  { value: 'to-60', label: t`Overdue 31 to 60 days`, due: 'OVERDUE_TO_60' },
  { value: 'to-90', label: t`Overdue 61 to 90 days`, due: 'OVERDUE_TO_90' },
  { value: 'over-90', label: t`Overdue more than 90 days`, due: 'OVERDUE_OVER_90' },
  { value: 'now', label: t`Due by now`, due: 'NOW' },
  { value: 'later', label: t`Due later`, due: 'LATER' },
  { value: 'any', label: t`All pending`, due: undefined },
]

/** Returns the value in the address of a group of overdue fees. */
export const addressOfAgeing = (group: AgeingGroup) => dueChoices.find(({ due }) => due === group)?.value ?? ''

/**
 * Returns the options of the filter by due date or month with their value in the address: due dates, one-time fees, one
 * month, or all months up to one.
 * @param ofTerm the months in the order of the shown term
 */
export const dueOptions = (ofTerm: readonly Month[]): { value: string; label: string }[] => [
  ...dueChoices,
  { value: 'once', label: t`One time` },
  { value: 'once-overdue', label: t`One time, overdue` },
  ...ofTerm.map((month) => ({ value: month, label: showMonth(month) })),
  ...ofTerm.slice(1).map((month) => ({ value: `to-${month}`, label: t`Up to and including ${showMonth(month)}` })),
]

/** The term filter's options with their value in the address. Without one the fees of all terms are listed. */
export const termChoices: readonly { value: string; label: string; terms: Filter['terms'] }[] = [
  { value: 'this', label: t`This term`, terms: 'TERM' },
  { value: 'earlier', label: t`Earlier terms`, terms: 'EARLIER' },
]

/** Returns the filter of an address; unknown values are ignored. */
export function toPendingFilter(termId: string, { search, filters }: TableQuery): Filter {
  const { class: classId, section: sectionId, terms: of, due = '', disabled } = filters
  const terms = termChoices.find((choice) => choice.value === of)?.terms ?? 'ALL'
  const dueChoice = dueChoices.find((choice) => choice.value === due)
  const month = months.find((known) => due === known || due === `to-${known}`)
  return {
    termId,
    search,
    ...(classId ? { classId } : {}),
    ...(sectionId ? { sectionId } : {}),
    terms,
    ...(dueChoice?.due ? { due: dueChoice.due } : {}),
    ...(month || due === 'once' || dueChoice ? {} : { due: 'OVERDUE' as const }),
    ...(month ? { month, upTo: due !== month } : {}),
    ...(due === 'once' || due === 'once-overdue' ? { oneTime: true } : {}),
    ...(disabled === 'too' ? { disabledToo: true } : {}),
  }
}

/** Returns the filter of an address with its order and page. */
export function toPendingView(query: TableQuery, termId: string): View {
  const { sort, descending, page, pageSize } = query
  const order = sort === null ? undefined : sorts[sort]
  return { ...toPendingFilter(termId, query), page, pageSize, ...(order ? { sort: order, descending } : {}) }
}
