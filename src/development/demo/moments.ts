import { type Day, indiaOffset, schoolDay } from '#shared/dates.ts'

/** Returns the moments of a day's entries: one after another from ten in the morning, and today before now. */
export function moments(now: Date): (day: Day) => Date {
  const today = schoolDay(now)
  const entered = new Map<Day, number>()
  return (day) => {
    const place = entered.get(day) ?? 0
    entered.set(day, place + 1)
    if (day !== today) return new Date(Date.parse(`${day}T10:00:00${indiaOffset}`) + place * 150_000)
    const midnight = Date.parse(`${day}T00:00:00${indiaOffset}`)
    // The first entry is at most five hours old; each next one takes a fortieth of the remaining time, so that none is
    // in the future.
    const first = Math.max(midnight, now.getTime() - 5 * 3_600_000)
    return new Date(now.getTime() - (now.getTime() - first) * 0.975 ** place)
  }
}
