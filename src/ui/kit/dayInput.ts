import { withLatinDigits } from '#shared/digits.ts'
import { type Day, isDay, schoolDay, showDay } from '#shared/dates.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a day as people type it: `20 Nov 2026`, `20/11/2026`, `20-11-26`, `20112026`, `2026-11-20`, and without a year
 * the day of this year. The day comes before the month, as India writes it. A month's name is English or that of the
 * page's language.
 * @returns null for anything else, such as 31 February
 */
export function parseDayInput(text: string, today: Day = schoolDay(new Date())): Day | null {
  const typed = withLatinDigits(text.normalize('NFC').trim().toLowerCase())
  const [, y1, m1, d1] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (y1) return toDay(y1, Number(m1), Number(d1))
  const [, d2, m2, y2] = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed) ?? []
  if (d2) return toDay(y2, Number(m2), Number(d2))
  const [, d, m = '', y] =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s./,-]+(\d{1,2}|[\p{L}\p{M}]{2,12})(?:[\s./,-]+(\d{4}|\d{2}))?$/u.exec(typed) ?? []
  if (!d) return null
  const month = /^\d/.test(m) ? Number(m) : readMonth(m)
  return toDay(y ?? today.slice(0, 4), month, Number(d))
}

/** Reads a month's name, in English or as the page shows it; 0 for another word. */
function readMonth(name: string): number {
  const english = monthNames.findIndex((month) => name.startsWith(month))
  const shown = (_: string, place: number) => name.startsWith(shownMonth(place + 1).toLowerCase())
  return (english >= 0 ? english : monthNames.findIndex(shown)) + 1
}

/** Returns a month's name, of 1 to 12, as it stands in a day on the screen: 'Nov'. */
function shownMonth(month: number): string {
  return showDay(toDay('2026', month, 1))
    .slice('01 '.length, -' 2026'.length)
    .normalize('NFC')
}

function toDay(year = '', month: number, day: number): Day | null {
  const two = (part: number) => String(part).padStart(2, '0')
  const text = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  return isDay(text) ? text : null
}
