import { addDays, type Day, schoolYearStart } from '#shared/dates.ts'

/**
 * Returns the year in which the demo's current term begins: 2026 for 2026-27. Until the end of June it is the term that
 * ended in March, as in a school that has not moved up yet: a demo of the first weeks of a term has nothing to show.
 */
export function demoYear(today: Day): number {
  return Number(schoolYearStart(addDays(today, -91)).slice(0, 4))
}
