import { t } from '#shared/texts.ts'
import { addDays, type Day, schoolYearStart, showDay } from './dates.ts'

/**
 * Number of days after 31 March in which FEES may still book into the receipt year that has ended. Then the year is
 * closed to FEES.
 */
const daysUntilClosed = 30

/**
 * Returns the first and last day of a term that is named after a year: `2026-27` is April to March, `2026` a calendar
 * year. Returns null for other names.
 */
export function daysOfTerm(name: string): { first: Day; last: Day } | null {
  const [, year, next] = /^(\d{4})(?:[-–/](\d{2}|\d{4}))?$/.exec(name.trim()) ?? []
  if (year === undefined) return null
  if (next === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` }
  const following = String(Number(year) + 1)
  return following.endsWith(next) ? { first: `${year}-04-01`, last: `${following}-03-31` } : null
}

/** Returns the first day of the oldest receipt year that is not closed. */
export function firstOpenDay(today: Day): Day {
  return schoolYearStart(addDays(today, -daysUntilClosed))
}

/**
 * Returns why FEES may not date a payment or expense on a day, or null when allowed. Today is always allowed. An
 * earlier day must lie in the term being paid, and in a receipt year that is not closed.
 */
export function clerkDayProblem(day: Day, termName: string, today: Day): string | null {
  if (day === today) return null
  const open = firstOpenDay(today)
  if (day < open) return t`The receipt year before ${showDay(open)} is closed. An admin can enter this day.`
  const term = daysOfTerm(termName)
  if (term === null || (day >= term.first && day <= term.last)) return null
  return t`This day is outside the term ${termName} (${showDay(term.first)} to ${showDay(term.last)}). Enter today, or ask an admin.`
}

/** Returns the earliest day on which FEES may date a payment of a term. */
export function firstClerkDay(termName: string, today: Day): Day {
  const open = firstOpenDay(today)
  const term = daysOfTerm(termName)
  if (term === null) return open
  const first = term.first > open ? term.first : open
  return first <= term.last && first < today ? first : today
}
