import { monthName } from '#shared/dates.ts'

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

/** Returns a month's name as columns and buttons show it: `Apr`. */
export function monthLabel(month: Month): string {
  return monthName(months.indexOf(month) + 1)
}

/** Returns a month as titles of fees have it: in English its code, `APR`. */
export function showMonth(month: string): string {
  return monthLabel(month as Month).toUpperCase()
}
