import { addDays, type Day, showDay } from './dates.ts'

/** Days after 31 March in which FEES still books into the receipt year that has ended; then the year is closed to them. */
const daysUntilClosed = 30

/** The first and the last day of a term that is named after a year, `2026-27` (April to March) or `2026`; null for other names. */
export function daysOfTerm(name: string): { first: Day; last: Day } | null {
  const [, year, next] = /^(\d{4})(?:[-–/](\d{2}|\d{4}))?$/.exec(name.trim()) ?? []
  if (year === undefined) return null
  if (next === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` }
  const following = String(Number(year) + 1)
  return following.endsWith(next) ? { first: `${year}-04-01`, last: `${following}-03-31` } : null
}

/** The first day of the oldest receipt year that is not closed. */
export function firstOpenDay(today: Day): Day {
  const yearOf = (day: Day) => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)
  return `${yearOf(addDays(today, -daysUntilClosed))}-04-01`
}

/**
 * Says why FEES may not date money on a day, or null. Money that is taken today is always dated today. An earlier day lies in the
 * term that is paid, and in a receipt year that is not closed.
 */
export function clerkDayProblem(day: Day, termName: string, today: Day): string | null {
  if (day === today) return null
  const open = firstOpenDay(today)
  if (day < open) return `The receipt year before ${showDay(open)} is closed. An admin can enter this day.`
  const term = daysOfTerm(termName)
  if (term === null || (day >= term.first && day <= term.last)) return null
  return `This day is outside the term ${termName} (${showDay(term.first)} to ${showDay(term.last)}). Enter today, or ask an admin.`
}

/** Returns the earliest day on which FEES may date money of a term. */
export function firstClerkDay(termName: string, today: Day): Day {
  const open = firstOpenDay(today)
  const term = daysOfTerm(termName)
  if (term === null) return open
  const first = term.first > open ? term.first : open
  return first <= term.last && first < today ? first : today
}
