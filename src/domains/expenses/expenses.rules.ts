import { counted } from '#shared/counted.ts'
import type { Day } from '#shared/dates.ts'

/** Days of the school's calendar, both included. */
export interface DayRange {
  start: Day
  end: Day
}

/** Why these days are no range, or null (specification, section 5: end cannot precede start). */
export function rangeProblem({ start, end }: DayRange): string | null {
  return end < start ? 'End Date cannot precede Start Date' : null
}

/** Why a category must stay: what was spent on it would have none. `expenses` counts those that are not deleted, of all terms. */
export function categoryInUse(expenses: number): string | null {
  if (expenses === 0) return null
  return `${counted(expenses, 'expense is', 'expenses are')} in this category. It can be deleted when none is left.`
}

/** The days from the first of a day's month to it: what is mostly asked for. */
export function monthToDate(today: Day): DayRange {
  return { start: `${today.slice(0, 8)}01`, end: today }
}
