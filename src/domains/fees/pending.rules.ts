import { t } from '#shared/texts.ts'
import { addDays, addMonths, type Day, monthStart } from '#shared/dates.ts'
import { type Month, schoolYearMonths, showMonth } from './months.ts'

/** The groups of overdue fees by age, the youngest first. */
export const ageingGroups = ['OVERDUE_TO_30', 'OVERDUE_TO_60', 'OVERDUE_TO_90', 'OVERDUE_OVER_90'] as const
export type AgeingGroup = (typeof ageingGroups)[number]

/** How many days a fee has been overdue at most before a group begins. */
const daysBefore: Readonly<Record<AgeingGroup, number>> = {
  OVERDUE_TO_30: 0,
  OVERDUE_TO_60: 30,
  OVERDUE_TO_90: 60,
  OVERDUE_OVER_90: 90,
}

const firstDay: Day = '1900-01-01'
const lastDay: Day = '2199-12-31'

/** Returns the first and the last due date of a choice on a day; of all due dates without one. */
export function dueRange(due: AgeingGroup | 'OVERDUE' | 'NOW' | 'LATER' | undefined, today: Day): { from: Day; to: Day } {
  const nextMonth = addMonths(monthStart(today), 1)
  if (due === undefined) return { from: firstDay, to: lastDay }
  if (due === 'OVERDUE') return { from: firstDay, to: addDays(today, -1) }
  if (due === 'NOW') return { from: firstDay, to: addDays(nextMonth, -1) }
  if (due === 'LATER') return { from: nextMonth, to: lastDay }
  const older = ageingGroups[ageingGroups.indexOf(due) + 1]
  return { from: older ? addDays(today, -daysBefore[older]) : firstDay, to: addDays(today, -daysBefore[due] - 1) }
}

/** The fees of a student with something pending. */
interface PendingOf {
  /** Months of the shown term. */
  months: readonly Month[]
  /** Whether a fee without a month is among them. */
  oneTime: boolean
  /** Names of other terms. */
  earlierTerms: readonly string[]
}

/**
 * Formats what is pending: other terms by name, and the months of the shown one in school-year order, such as `2025-26,
 * APR–JUN, OCT, One time`. Three or more consecutive months become a range.
 */
export function formatPending({ months, oneTime, earlierTerms }: PendingOf): string {
  const indexes = months.map((month) => schoolYearMonths.indexOf(month)).sort((a, b) => a - b)
  const ranges: { first: number; last: number }[] = []
  for (const index of indexes) {
    const range = ranges.at(-1)
    if (range && index <= range.last + 1) range.last = index
    else ranges.push({ first: index, last: index })
  }
  const parts = ranges.flatMap(({ first, last }) => {
    const names = schoolYearMonths.slice(first, last + 1).map(showMonth)
    return names.length < 3 ? names : [`${names[0]}–${names.at(-1)}`]
  })
  return [...earlierTerms, ...parts, ...(oneTime ? [t`One time`] : [])].join(', ')
}
