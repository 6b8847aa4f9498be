import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay, showDay } from '#shared/dates.ts'
import { parseDayInput } from './dayInput.ts'

const today = '2026-11-20'

test.each([
  ['20 Nov 2026', '2026-11-20'],
  ['  5 june 2026 ', '2026-06-05'],
  ['20/11/2026', '2026-11-20'],
  ['1-4-26', '2026-04-01'],
  ['01.04.2026', '2026-04-01'],
  ['20112026', '2026-11-20'],
  ['201126', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['3rd Apr', '2026-04-03'],
  ['3/4', '2026-04-03'],
])('%j is %s', (text, day) => expect(parseDayInput(text, today)).toBe(day))

test.each(['', '31 Feb 2026', '11/20/2026', 'tomorrow', '20', '20 xyz 2026', '20 Nov 202', '32012026'])('%j is no day', (text) =>
  expect(parseDayInput(text, today)).toBeNull(),
)

test('every day is read as it is shown', () => {
  const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      if (isDay(day)) expect(parseDayInput(showDay(day), today)).toBe(day)
    }),
  )
})

test('whatever is typed is a day or nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const day = parseDayInput(text, today)
      expect(day === null || isDay(day)).toBe(true)
    }),
  )
})
