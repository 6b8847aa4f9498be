import { withLatinDigits } from './digits.ts'
import { t } from '#shared/texts.ts'

/**
 * A calendar day, written `YYYY-MM-DD`. Client and server keep days as text, never as a `Date`. A `Date` is a moment,
 * and converting between the two in the browser's time zone shifts birthdays by a day.
 */
export type Day = string

/**
 * Every school works in Indian time. India's UTC offset has not changed since 1945, so no time zone database is needed.
 */
const indiaOffsetMinutes = 330
export const indiaOffset = '+05:30'

const months = [
  () => t`Jan`,
  () => t`Feb`,
  () => t`Mar`,
  () => t`Apr`,
  () => t`May`,
  () => t`Jun`,
  () => t`Jul`,
  () => t`Aug`,
  () => t`Sep`,
  () => t`Oct`,
  () => t`Nov`,
  () => t`Dec`,
] as const

// Not from Intl, whose first date format takes a cheap phone 20 to 35 ms.
const weekdays = [
  () => t`Sunday`,
  () => t`Monday`,
  () => t`Tuesday`,
  () => t`Wednesday`,
  () => t`Thursday`,
  () => t`Friday`,
  () => t`Saturday`,
] as const
const shortWeekdays = [() => t`Sun`, () => t`Mon`, () => t`Tue`, () => t`Wed`, () => t`Thu`, () => t`Fri`, () => t`Sat`] as const

/** Returns the name of a month from 1 to 12: `Nov`. '' for another number. */
export function monthName(month: number): string {
  return months[month - 1]?.() ?? ''
}

/** Returns the name of a day of the week, 0 for Sunday: `Sunday`. '' for another number. */
export function weekdayName(weekday: number): string {
  return weekdays[weekday]?.() ?? ''
}

/** Returns the short name of a day of the week, 0 for Sunday: `Sun`. '' for another number. */
export function shortWeekdayName(weekday: number): string {
  return shortWeekdays[weekday]?.() ?? ''
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}

function inIndia(moment: Date): Date {
  return new Date(moment.getTime() + indiaOffsetMinutes * 60_000)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function toDay(year: number, month: number, day: number): Day | null {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** Returns whether a text is an existing day, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && toDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) !== null
}

/** The last day that was asked for: it is almost always today, often for every row of a list. */
let asked: { date: number; day: Day } | undefined

/** Returns the day in India at a moment. */
export function schoolDay(moment: Date): Day {
  const inIndiaThen = inIndia(moment)
  const date = Math.floor(inIndiaThen.getTime() / 86_400_000)
  if (asked?.date !== date) asked = { date, day: inIndiaThen.toISOString().slice(0, 10) }
  return asked.day
}

/** Returns the time of day in India at a moment, as `HH:mm:ss`. */
export function schoolTime(moment: Date): string {
  return inIndia(moment).toISOString().slice(11, 19)
}

/** Returns the day a number of days later, or earlier for a negative number. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the number of days from one day to another; negative when the second is earlier. */
export function countDays(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** Returns the same day a number of months later; the last of the month where it has no such day. */
export function addMonths(day: Day, months: number): Day {
  const first = new Date(`${monthStart(day)}T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  const date = Math.min(Number(day.slice(8, 10)), daysInMonth(year, month))
  return `${pad(year, 4)}-${pad(month)}-${pad(date)}`
}

/** Returns the Monday on or before a day. */
export function weekStart(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** Returns the name of a day's weekday: `Monday`. */
export function showWeekday(day: Day): string {
  return weekdayName(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** Returns the first day of a day's month. */
export function monthStart(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/**
 * Returns the 1 April that begins the school year of a day: receipt numbers and reports follow the year from April to
 * March.
 */
export function schoolYearStart(day: Day): Day {
  return `${Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)}-04-01`
}

/**
 * Formats a day for the screen as `DD MMM YYYY` (specification, section 9). Returns '' for text that is not a day.
 * @param names the names of the months on a paper in another language than the reader's
 */
export function showDay(day: Day | null | undefined, names?: readonly string[]): string {
  if (!day || !isDay(day)) return ''
  const month = Number(day.slice(5, 7))
  return `${day.slice(8, 10)} ${names?.[month - 1] ?? monthName(month)} ${day.slice(0, 4)}`
}

/** Formats a moment as `DD MMM YYYY, HH:mm` in Indian time, whatever the browser's time zone; `names` as in showDay. */
export function showMoment(moment: Date | string | null | undefined, names?: readonly string[]): string {
  if (!moment) return ''
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  return `${showDay(schoolDay(date), names)}, ${schoolTime(date).slice(0, 5)}`
}

/**
 * Parses a day as people and files write it: `DD/MM/YYYY`, also with `-` or `.` and with single digits, or
 * `YYYY-MM-DD`.
 * The day always comes before the month. Returns null for a two-digit year, a day that does not exist and any other
 * text.
 */
export function parseDay(text: string): Day | null {
  const trimmed = withLatinDigits(text.trim())
  const indian = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(trimmed)
  if (indian) return toDay(Number(indian[4]), Number(indian[3]), Number(indian[1]))
  return isDay(trimmed) ? trimmed : null
}

/** Formats a day as `DD/MM/YYYY`, the format of import files and of exports that can be imported. */
export function writeDay(day: Day | null | undefined): string {
  return day && isDay(day) ? `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}` : ''
}

/** Formats a moment for a receipt, as `DD/MM/YY hh:mm a` in Indian time: `21/11/26 09:05 pm`. */
export function writeMoment(moment: Date | string): string {
  const date = new Date(moment)
  const day = writeDay(schoolDay(date))
  const [hour = '0', minute] = schoolTime(date).split(':')
  return `${day.slice(0, 6)}${day.slice(8)} ${pad(Number(hour) % 12 || 12)}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`
}

/**
 * Parses a time of day (`9:05`, `09:05`, `09:05:30`, with or without a zone such as `+05:30`) as `HH:mm:ss`. Returns
 * null for any other text.
 */
export function parseTime(text: string): string | null {
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*(?:Z|[+-]\d{2}(?::?\d{2})?))?$/.exec(withLatinDigits(text.trim()))
  if (!parts) return null
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  return `${pad(hour)}:${pad(minute)}:${pad(second)}`
}
