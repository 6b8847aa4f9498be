import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimeInput } from './timeInput.ts'

test.each([
  ['14:15', '14:15:00'],
  ['1415', '14:15:00'],
  ['08:00', '08:00:00'],
  ['2.15 pm', '14:15:00'],
  ['12 am', '00:00:00'],
  ['12:30pm', '12:30:00'],
  ['9', '09:00:00'],
  ['9 a.m.', '09:00:00'],
  ['07:45:00', '07:45:00'],
  ['915', '09:15:00'],
])('%j is %s', (text, time) => expect(parseTimeInput(text)).toBe(time))

test.each(['', '24:00', '9:60', '13 pm', '0 am', '9 m', 'noon'])('%j is no time', (text) =>
  expect(parseTimeInput(text)).toBeNull(),
)

test('every minute is read as it is shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
      const shown = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
      expect(parseTimeInput(shown)).toBe(`${shown}:00`)
    }),
  )
})
