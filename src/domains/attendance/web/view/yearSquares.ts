import { addDays, addMonths, countDays, type Day, weekStart } from '#shared/dates.ts'

/** A week of the year of squares: its seven days, Monday first; null outside the year. */
export interface SquareWeek {
  /** The month that begins in the week, `2026-06`; null for a week in which none does. */
  month: string | null
  days: (Day | null)[]
}

/** Returns the weeks of a school year, from the first day of a term to the day before the same day a year later. */
export function weeksOfYear(startsOn: Day): SquareWeek[] {
  const last = addDays(addMonths(startsOn, 12), -1)
  const first = weekStart(startsOn)
  const weeks = Math.floor(countDays(first, last) / 7) + 1
  return Array.from({ length: weeks }, (_, week) => {
    const days = Array.from({ length: 7 }, (__, weekday) => {
      const day = addDays(first, week * 7 + weekday)
      return day < startsOn || day > last ? null : day
    })
    const begins = week === 0 ? startsOn : days.find((day) => day?.endsWith('-01'))
    return { month: begins?.slice(0, 7) ?? null, days }
  })
}

/** Days that a key moves the focus by in the year of squares: weeks stand beside each other, weekdays below. */
export const squareSteps: Readonly<Record<string, number>> = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 }
