import { type Day, isDay, schoolDay } from '#shared/dates.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a day as people type it: `20 Nov 2026`, `20/11/2026`, `20-11-26`, `20112026`, `2026-11-20`, and without a year
 * the day of this year. The day comes before the month, as India writes it.
 * @returns null for anything else, such as 31 February
 */
export function parseDayInput(text: string, today: Day = schoolDay(new Date())): Day | null {
  const typed = text.trim().toLowerCase()
  const [, y1, m1, d1] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (y1) return toDay(y1, Number(m1), Number(d1))
  const [, d2, m2, y2] = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed) ?? []
  if (d2) return toDay(y2, Number(m2), Number(d2))
  const [, d, m = '', y] = /^(\d{1,2})(?:st|nd|rd|th)?[\s./,-]+(\d{1,2}|[a-z]{3,9})(?:[\s./,-]+(\d{4}|\d{2}))?$/.exec(typed) ?? []
  if (!d) return null
  const month = /^\d/.test(m) ? Number(m) : monthNames.findIndex((name) => m.startsWith(name)) + 1
  return toDay(y ?? today.slice(0, 4), month, Number(d))
}

function toDay(year = '', month: number, day: number): Day | null {
  const two = (part: number) => String(part).padStart(2, '0')
  const text = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  return isDay(text) ? text : null
}
