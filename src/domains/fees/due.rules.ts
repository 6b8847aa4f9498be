import { addDays, countDays, type Day, showDay } from '#shared/dates.ts'
import { plural, t } from '#shared/texts.ts'

/** Where a fee's due date lies: before today, in this month or an earlier one, or in a later month. */
export const dueStates = ['OVERDUE', 'DUE', 'LATER'] as const
export type DueState = (typeof dueStates)[number]

/**
 * Returns where a due date lies on a day. A fee is due from the first day of its due date's month, so that a family can
 * pay it together with what is older; it is overdue on the day after its due date.
 */
export function dueState(dueOn: Day, today: Day): DueState {
  if (dueOn < today) return 'OVERDUE'
  return dueOn.slice(0, 7) === today.slice(0, 7) ? 'DUE' : 'LATER'
}

/**
 * Returns why a one-time fee of a term cannot be due on a day: it lies more than a year before the term's start or two
 * after, so the year is mistyped. Null where it can.
 */
export function dueDateProblem(dueOn: Day | null, startsOn: Day): string | null {
  if (dueOn === null || (dueOn >= addDays(startsOn, -366) && dueOn <= addDays(startsOn, 731))) return null
  return t`${showDay(dueOn)} is far from the term, which starts on ${showDay(startsOn)}`
}

const monthsFrom = 60
const daysOfMonth = 30.44

/** Returns how long a fee is overdue: `Overdue 20 days`, from two months on in months. */
export function overdueText(dueOn: Day, today: Day): string {
  const days = countDays(dueOn, today)
  if (days < monthsFrom) return t`Overdue ${plural(days, { one: '# day', other: '# days' })}`
  return t`Overdue ${plural(Math.floor(days / daysOfMonth), { one: '# month', other: '# months' })}`
}
