import { addMonths, type Day, monthName, monthStart } from '#shared/dates.ts'

/** The months of a fee, in calendar order (specification, section 9). A fee without a month is paid one time. */
export const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
export type Month = (typeof months)[number]

/** The months in the order of the school year, April to March. */
export const schoolYearMonths: readonly Month[] = [...months.slice(3), ...months.slice(0, 3)]

/** Compares two months in the order of the school year: one-time fees first, then April to March. */
export function compareMonths(first: string | null, second: string | null): number {
  const index = (name: string | null) => (name === null ? -1 : schoolYearMonths.indexOf(name as Month))
  return index(first) - index(second)
}

/**
 * Returns the first day of the month with which a term begins. One that begins in the second half of March is of the
 * school year from April on. `term_first_month` of the database is the same.
 * @param startsOn the first day of the term
 */
function firstMonthOfTerm(startsOn: Day): Day {
  return startsOn.slice(5) > '03-15' && startsOn.slice(5) < '04-01' ? addMonths(monthStart(startsOn), 1) : monthStart(startsOn)
}

/** Returns the months in the order of a term: from June to May for one that begins on 15 June. */
export function monthsOfTerm(startsOn: Day): readonly Month[] {
  const first = Number(firstMonthOfTerm(startsOn).slice(5, 7)) - 1
  return [...months.slice(first), ...months.slice(0, first)]
}

/** Returns the first day of a month in a term. `fee_month_start` of the database is the same. */
export function monthStartInTerm(month: Month, startsOn: Day): Day {
  return addMonths(firstMonthOfTerm(startsOn), monthsOfTerm(startsOn).indexOf(month))
}

/** Returns a month's name as columns and buttons show it: `Apr`. */
export function monthLabel(month: Month): string {
  return monthName(months.indexOf(month) + 1)
}

/** Returns a month as titles of fees have it: in English its code, `APR`. */
export function showMonth(month: string): string {
  return monthLabel(month as Month).toUpperCase()
}
