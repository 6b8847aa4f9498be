import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counts, describePattern, attentionReasons, findTrend, weeksBetween } from './attendance.rules.ts'
import { meanTime } from './gate.rules.ts'

const week = (present: number, absent: number): Counts => ({ present, absent, late: 0 })
const weeks = fc.array(fc.record({ present: fc.nat(6), absent: fc.nat(6), late: fc.nat(6) }), { maxLength: 12 })
const empty = week(0, 0)

/** Whether the percentage of presence lies exactly between two tenths. */
function isHalfATenth(weeks: readonly Counts[]): boolean {
  const present = weeks.reduce((sum, week) => sum + week.present, 0)
  const all = weeks.reduce((sum, week) => sum + week.present + week.absent, 0)
  return (2000 * present) % all === 0 && ((2000 * present) / all) % 2 === 1
}

test('a trend compares the last two weeks with all weeks before them', () => {
  expect(findTrend([week(4, 2), week(6, 0)])).toBeNull()
  expect(findTrend([week(3, 3), week(6, 0), week(6, 0)])).toBe('Rising')
  expect(findTrend([week(6, 0), week(6, 0), week(3, 3)])).toBe('Falling')
  // 80.1 − 75.1 is 4.99… in floating point, but counts as five points.
  expect(
    findTrend([
      { present: 751, absent: 249, late: 0 },
      { present: 400, absent: 100, late: 0 },
      { present: 401, absent: 99, late: 0 },
    ]),
  ).toBe('Rising')
  expect(findTrend([week(5, 1), week(5, 1), week(5, 1)])).toBe('Steady')
})

test('a trend ignores weeks without marks, and reverses when presence and absence are swapped', () => {
  fc.assert(
    fc.property(weeks, fc.nat(12), (counts, index) => {
      expect(findTrend(counts.toSpliced(index, 0, empty))).toBe(findTrend(counts))
      const plain = counts.map(({ present, absent }) => week(present, absent))
      const marked = plain.filter(({ present, absent }) => present + absent > 0)
      // Such a share is rounded up, and so is its mirror image.
      fc.pre(![marked.slice(0, -2), marked.slice(-2)].some(isHalfATenth))
      const reversed = { Rising: 'Falling', Falling: 'Rising', Steady: 'Steady' } as const
      const trend = findTrend(plain)
      expect(findTrend(plain.map(({ present, absent }) => week(absent, present)))).toBe(trend && reversed[trend])
    }),
  )
})

test('a pattern is a weekday with half of the absent days, from four on', () => {
  expect(describePattern([0, 3, 0, 0, 0, 0, 0])).toBe('')
  expect(describePattern([0, 2, 1, 1, 0, 0, 0])).toBe('Mondays (2 of 4)')
  expect(describePattern([0, 2, 2, 0, 0, 0, 0])).toBe('Mondays (2 of 4), Tuesdays (2 of 4)')
  expect(describePattern([0, 1, 1, 1, 1, 0, 0])).toBe('')
})

test('reasons are sentences', () => {
  const none = { longestRun: 0, lastRun: 0 }
  expect(attentionReasons({ ...empty, ...none })).toEqual([])
  expect(attentionReasons({ ...week(75, 25), ...none })).toEqual([])
  expect(attentionReasons({ ...week(74, 26), ...none })).toEqual(['Under 75 %'])
  expect(attentionReasons({ ...week(90, 3), longestRun: 3, lastRun: 1 })).toEqual(['Absent 3 days in a row'])
  expect(attentionReasons({ present: 90, absent: 4, late: 5, longestRun: 4, lastRun: 4 })).toEqual([
    'Absent for 4 days now',
    '5 times late',
  ])
})

test('weeks start on Mondays; a mean time is rounded to the minute', () => {
  expect(weeksBetween('2026-06-07', '2026-06-08')).toEqual(['2026-06-01', '2026-06-08'])
  expect(meanTime([])).toBeNull()
  expect(meanTime(['07:59', '08:00'])).toBe('08:00')
  expect(meanTime(['07:58', '08:00', '08:05'])).toBe('08:01')
})
