import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  isDay,
  monthStart,
  parseDay,
  parseTime,
  schoolDay,
  schoolTime,
  schoolYearStart,
  showDay,
  showMoment,
  showWeekday,
  weekStart,
  writeDay,
  writeMoment,
} from './dates.ts'

describe('days', () => {
  test('the school day changes at midnight in India', () => {
    expect(schoolDay(new Date('2026-06-02T18:29:59Z'))).toBe('2026-06-02')
    expect(schoolDay(new Date('2026-06-02T18:30:00Z'))).toBe('2026-06-03')
    expect(schoolTime(new Date('2026-06-02T18:30:00Z'))).toBe('00:00:00')
  })

  test('days are counted over the ends of months and years; a week starts on Monday', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(weekStart('2026-11-21')).toBe('2026-11-16')
    expect(weekStart('2026-11-16')).toBe('2026-11-16')
    expect(weekStart('2026-11-22')).toBe('2026-11-16')
    expect(monthStart('2026-11-21')).toBe('2026-11-01')
    expect(showWeekday('2026-11-22')).toBe('Sunday')
    expect(showWeekday('2028-02-29')).toBe('Tuesday')
  })

  test('months later, the day is the same or the last of the month', () => {
    expect(addMonths('2026-11-25', 3)).toBe('2027-02-25')
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
    expect(addMonths('2027-11-30', 3)).toBe('2028-02-29')
    expect(addMonths('2026-01-31', -1)).toBe('2025-12-31')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: -30, max: 30 }), (days, months) => {
        const day = addDays('1950-01-01', days)
        const later = addMonths(day, months)
        expect(isDay(later)).toBe(true)
        const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
        expect(monthOf(later) - monthOf(day)).toBe(months)
        expect(later.slice(8) === day.slice(8) || addDays(later, 1).endsWith('-01')).toBe(true)
      }),
    )
  })

  test.each([
    ['03/06/2026', '2026-06-03'],
    ['3/6/2026', '2026-06-03'],
    [' 03-06-2026 ', '2026-06-03'],
    ['03.06.2026', '2026-06-03'],
    ['2026-06-03', '2026-06-03'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2023', null],
    ['31/04/2026', null],
    ['06/13/2026', null],
    ['00/01/2026', null],
    ['3/6/26', null],
    ['03/06-2026', null],
    ['03/06/0026', null],
    ['tomorrow', null],
    ['', null],
  ])('%j is read as %j', (text, day) => {
    expect(parseDay(text)).toBe(day)
  })

  test('every day of two centuries is shown, written and read back unshifted', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10)
          expect(isDay(day)).toBe(true)
          expect(parseDay(writeDay(day))).toBe(day)
          expect(showDay(day)).toMatch(/^\d{2} [A-Z][a-z]{2} \d{4}$/)
        },
      ),
    )
  })

  test('days are shown as DD MMM YYYY, moments in Indian time', () => {
    expect(showDay('2026-06-03')).toBe('03 Jun 2026')
    expect(showDay('2026-13-03')).toBe('')
    expect(showDay(null)).toBe('')
    expect(showMoment('2026-06-02T20:00:00Z')).toBe('03 Jun 2026, 01:30')
    expect(showMoment('nonsense')).toBe('')
  })
})

test.each([
  ['9:05', '09:05:00'],
  ['09:05:30', '09:05:30'],
  ['09:05:30+05:30', '09:05:30'],
  ['09:05:30Z', '09:05:30'],
  ['24:00', null],
  ['9', null],
  ['9:60', null],
])('the time %j is read as %j', (text, time) => {
  expect(parseTime(text)).toBe(time)
})

test.each([
  ['2026-11-21T15:35:59Z', '21/11/26 09:05 pm'],
  ['2026-11-20T18:30:00Z', '21/11/26 12:00 am'],
  ['2026-11-21T06:30:00Z', '21/11/26 12:00 pm'],
  ['2026-11-21T19:29:00Z', '22/11/26 12:59 am'],
])('%s is %s on a receipt', (moment, written) => {
  expect(writeMoment(moment)).toBe(written)
  expect(writeMoment(new Date(moment))).toBe(written)
})

test.each([
  ['2026-04-01', '2026-04-01'],
  ['2026-12-31', '2026-04-01'],
  ['2027-03-31', '2026-04-01'],
  ['2028-02-29', '2027-04-01'],
])('%s is in the school year from %s', (day, start) => {
  expect(schoolYearStart(day)).toBe(start)
})
