import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counts, markedDays, patternIn, reasonsOf, runsOf, trendOf, weeksOf } from './attendance.rules.ts'
import { meanTime } from './gate.rules.ts'

const week = (present: number, absent: number): Counts => ({ present, absent, late: 0 })
const weeks = fc.array(fc.record({ present: fc.nat(6), absent: fc.nat(6), late: fc.nat(6) }), { maxLength: 12 })
const empty = week(0, 0)

test('a trend is the last two weeks against all before them', () => {
  expect(trendOf([week(4, 2), week(6, 0)])).toBeNull()
  expect(trendOf([week(3, 3), week(6, 0), week(6, 0)])).toBe('Rising')
  expect(trendOf([week(6, 0), week(6, 0), week(3, 3)])).toBe('Falling')
  // 80.1 − 75.1 is 4.99… for a computer, and five points.
  expect(
    trendOf([
      { present: 751, absent: 249, late: 0 },
      { present: 400, absent: 100, late: 0 },
      { present: 401, absent: 99, late: 0 },
    ]),
  ).toBe('Rising')
  expect(trendOf([week(5, 1), week(5, 1), week(5, 1)])).toBe('Steady')
})

test('a trend does not look at weeks without marks, and turns around with presence and absence', () => {
  fc.assert(
    fc.property(weeks, fc.nat(12), (all, place) => {
      expect(trendOf(all.toSpliced(place, 0, empty))).toBe(trendOf(all))
      const plain = all.map(({ present, absent }) => week(present, absent))
      const turned = { Rising: 'Falling', Falling: 'Rising', Steady: 'Steady' } as const
      const trend = trendOf(plain)
      expect(trendOf(plain.map(({ present, absent }) => week(absent, present)))).toBe(trend && turned[trend])
    }),
  )
})

test('a day is absent where every mark of it is A; runs are over days with marks', () => {
  const day = (number: number) => `2026-06-0${number}`
  const registers = [1, 1, 2, 3, 5, 6].map((number) => ({ day: day(number) }))
  const days = markedDays(registers, ['A', 'L', 'A', null, 'A', 'A'])
  expect(days).toEqual([
    { day: day(1), absent: false },
    { day: day(2), absent: true },
    { day: day(5), absent: true },
    { day: day(6), absent: true },
  ])
  expect(runsOf(days)).toEqual({ longest: 3, last: 3 })
  fc.assert(
    fc.property(fc.array(fc.boolean()), (absent) => {
      const { longest, last } = runsOf(absent.map((one, place) => ({ day: `${place}`, absent: one })))
      const text = absent.map((one) => (one ? 'A' : 'P')).join('')
      expect(longest).toBe(Math.max(0, ...text.split('P').map((run) => run.length)))
      expect(last).toBe(/A*$/.exec(text)?.[0].length)
    }),
  )
})

test('a pattern is a weekday with half of four absences or more', () => {
  const absent = (...days: string[]) => days.map((day) => ({ day, absent: true }))
  expect(patternIn(absent('2026-06-01', '2026-06-08', '2026-06-15'))).toBe('')
  expect(patternIn(absent('2026-06-01', '2026-06-08', '2026-06-16', '2026-06-24'))).toBe('Mondays (2 of 4)')
  expect(patternIn(absent('2026-06-01', '2026-06-08', '2026-06-16', '2026-06-23'))).toBe('Mondays (2 of 4), Tuesdays (2 of 4)')
  expect(patternIn(absent('2026-06-01', '2026-06-09', '2026-06-17', '2026-06-25'))).toBe('')
})

test('reasons are said in words', () => {
  const none = { longest: 0, last: 0 }
  expect(reasonsOf(empty, none)).toEqual([])
  expect(reasonsOf(week(75, 25), none)).toEqual([])
  expect(reasonsOf(week(74, 26), none)).toEqual(['Under 75 %'])
  expect(reasonsOf(week(90, 3), { longest: 3, last: 1 })).toEqual(['Absent 3 days in a row'])
  expect(reasonsOf({ present: 90, absent: 4, late: 5 }, { longest: 4, last: 4 })).toEqual([
    'Absent for 4 days now',
    '5 times late',
  ])
})

test('weeks begin on Mondays; a mean time is to the minute', () => {
  expect(weeksOf('2026-06-07', '2026-06-08')).toEqual(['2026-06-01', '2026-06-08'])
  expect(meanTime([])).toBeNull()
  expect(meanTime(['07:59', '08:00'])).toBe('08:00')
  expect(meanTime(['07:58', '08:00', '08:05'])).toBe('08:01')
})
