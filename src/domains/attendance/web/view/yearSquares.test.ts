import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, countDays } from '#shared/dates.ts'
import { weeksOfYear } from './yearSquares.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

test('every day of the school year has one square, under its weekday', () => {
  fc.assert(
    fc.property(day, (startsOn) => {
      const weeks = weeksOfYear(startsOn)
      const days = weeks.flatMap((week) => week.days).filter((one) => one !== null)
      expect(days[0]).toBe(startsOn)
      expect(days).toHaveLength(countDays(startsOn, addMonths(startsOn, 12)))
      expect(new Set(days).size).toBe(days.length)
      for (const week of weeks)
        for (const [weekday, one] of week.days.entries())
          if (one) expect((new Date(`${one}T00:00:00Z`).getUTCDay() + 6) % 7).toBe(weekday)
    }),
  )
})

test('a month is named over the week in which it begins', () => {
  const named = weeksOfYear('2026-06-01').flatMap(({ month }) => (month ? [month] : []))
  expect(named).toHaveLength(12)
  expect(named[0]).toBe('2026-06')
  expect(named.at(-1)).toBe('2027-05')
})
