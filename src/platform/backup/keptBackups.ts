import { countDays, schoolDay } from '#shared/dates.ts'

const dayMs = 86_400_000

/**
 * Returns the backups that stay, of these moments: all of the last 24 hours, the last one of each of the last 30 days,
 * and the last one of each of the last 12 months, by India's calendar. The newest always stays, so do those of the
 * future (a clock that was wrong).
 */
export function keptBackups(moments: readonly Date[], now: Date): Date[] {
  const sorted = moments.toSorted((left, right) => left.getTime() - right.getTime())
  const lastOfDay = new Map(sorted.map((moment) => [schoolDay(moment), moment]))
  const lastOfMonth = new Map(sorted.map((moment) => [schoolDay(moment).slice(0, 7), moment]))
  return sorted.filter(
    (moment) =>
      moment === sorted.at(-1) ||
      now.getTime() - moment.getTime() < dayMs ||
      (daysBetween(moment, now) < 30 && lastOfDay.get(schoolDay(moment)) === moment) ||
      (monthsBetween(moment, now) < 12 && lastOfMonth.get(schoolDay(moment).slice(0, 7)) === moment),
  )
}

function daysBetween(from: Date, to: Date): number {
  return countDays(schoolDay(from), schoolDay(to))
}

function monthsBetween(from: Date, to: Date): number {
  return monthNumber(to) - monthNumber(from)
}

function monthNumber(moment: Date): number {
  const [year = 0, month = 0] = schoolDay(moment).split('-').map(Number)
  return year * 12 + month
}
