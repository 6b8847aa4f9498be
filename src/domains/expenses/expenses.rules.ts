import { plural, t } from '#shared/texts.ts'
import type { Day } from '#shared/dates.ts'

/** A range of days in the school's calendar, both ends included. */
export interface DayRange {
  start: Day
  end: Day
}

/** Returns why a range is invalid, or null (specification, section 5: end cannot precede start). */
export function rangeProblem({ start, end }: DayRange): string | null {
  return end < start ? t`End Date cannot precede Start Date` : null
}

/**
 * Returns why a category cannot be deleted, or null: its expenses would have no category.
 * @param expenses number of expenses that are not deleted, of all terms
 */
export function categoryInUseReason(expenses: number): string | null {
  if (expenses === 0) return null
  return t`${plural(expenses, { one: '# expense is', other: '# expenses are' })} in this category. It can be deleted when none is left.`
}

/** Returns the range from the first of the month to today, the default. */
export function monthToDate(today: Day): DayRange {
  return { start: `${today.slice(0, 8)}01`, end: today }
}
