import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { birthdaysOn } from './birthdays.rules.ts'

test('everybody has a birthday on one day of each year', () => {
  const born = fc.integer({ min: 0, max: 5000 }).map((days) => addDays('2008-01-01', days))
  fc.assert(
    fc.property(born, fc.integer({ min: 2024, max: 2032 }), (birthdate, year) => {
      const days = Array.from({ length: 366 }, (_, place) => addDays(`${year}-01-01`, place)).filter((day) =>
        day.startsWith(String(year)),
      )
      expect(days.filter((day) => birthdaysOn(day).includes(birthdate))).toHaveLength(
        birthdate.slice(0, 4) <= String(year) ? 1 : 0,
      )
    }),
    { numRuns: 200 },
  )
})

test('who was born on 29 February has it on the 28th in other years', () => {
  expect(birthdaysOn('2026-02-28')).toContain('2016-02-29')
  expect(birthdaysOn('2028-02-28')).not.toContain('2016-02-29')
  expect(birthdaysOn('2028-02-29')).toContain('2016-02-29')
  expect(birthdaysOn('2026-11-25')).toContain('2015-11-25')
})
