/**
 * A day of a school's calendar, written `YYYY-MM-DD`. Days are kept as text on both sides, never as a `Date`: a `Date` is a moment,
 * and turning one into the other in the browser's own zone moves birthdays by a day.
 */
export type Day = string

/** Every school's day, month and "today" are India's. The zone has had one offset since 1945, so no zone table is needed. */
const indiaOffsetMinutes = 330
export const indiaOffset = '+05:30'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

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

/** Whether the text is a day that exists, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && toDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) !== null
}

/** The school day at a moment. */
export function schoolDay(moment: Date): Day {
  return inIndia(moment).toISOString().slice(0, 10)
}

/** The school's time of day at a moment, `HH:mm:ss`. */
export function schoolTime(moment: Date): string {
  return inIndia(moment).toISOString().slice(11, 19)
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The Monday on or before a day. */
export function weekStart(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The first day of a day's month. */
export function monthStart(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** `DD MMM YYYY`, the display format of section 9. Text that is no day is shown as nothing. */
export function showDay(day: Day | null | undefined): string {
  if (!day || !isDay(day)) return ''
  return `${day.slice(8, 10)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** `DD MMM YYYY, HH:mm` in the school's time, whatever the browser's zone. */
export function showMoment(moment: Date | string | null | undefined): string {
  if (!moment) return ''
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  return `${showDay(schoolDay(date))}, ${schoolTime(date).slice(0, 5)}`
}

/**
 * Reads a day as people and files write it: `DD/MM/YYYY` (also with `-` or `.`, and single digits), or `YYYY-MM-DD`.
 * Day comes before month always. A two-digit year, a day that does not exist or anything else is `null`.
 */
export function parseDay(text: string): Day | null {
  const trimmed = text.trim()
  const indian = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(trimmed)
  if (indian) return toDay(Number(indian[4]), Number(indian[3]), Number(indian[1]))
  return isDay(trimmed) ? trimmed : null
}

/** `DD/MM/YYYY`, the format of imports and their exports. */
export function writeDay(day: Day | null | undefined): string {
  return day && isDay(day) ? `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}` : ''
}

/** `DD/MM/YY hh:mm a` in the school's time, as receipts have it: `21/11/26 09:05 pm`. */
export function writeMoment(moment: Date | string): string {
  const date = new Date(moment)
  const day = writeDay(schoolDay(date))
  const [hour = '0', minute] = schoolTime(date).split(':')
  return `${day.slice(0, 6)}${day.slice(8)} ${pad(Number(hour) % 12 || 12)}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`
}

/** Reads a time of day (`9:05`, `09:05`, `09:05:30`, with or without a zone such as `+05:30`) as `HH:mm:ss`; anything else is `null`. */
export function parseTime(text: string): string | null {
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*(?:Z|[+-]\d{2}(?::?\d{2})?))?$/.exec(text.trim())
  if (!parts) return null
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  return `${pad(hour)}:${pad(minute)}:${pad(second)}`
}
