import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { marks } from '#shared/marks.ts'
import {
  countedSessions,
  countMarks,
  dayRefusal,
  daysBack,
  holidayName,
  lastDayOf,
  marksToNotify,
  percentOf,
  schoolDays,
  sessions,
  suggestedMark,
  takenSessions,
  weekdayOf,
  sessionRefusal,
  dayState,
} from './attendance.rules.ts'

const attType = fc.constantFrom('DAILY', 'DUAL', 'SUBJECTWISE')
const mark = fc.constantFrom(...marks)
const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1970-01-01', days))

test('every mark is counted once, and the percentage is between 0 and 100', () => {
  fc.assert(
    fc.property(fc.array(mark), (values) => {
      const counts = countMarks(values)
      expect(counts.present + counts.absent + counts.late).toBe(values.length)
      const percent = percentOf(counts)
      if (values.length === 0) expect(percent).toBeNull()
      else {
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(percent === 100).toBe(counts.absent === 0 || counts.absent / values.length < 0.0005)
      }
    }),
  )
})

test('percentages count late as present and have one decimal', () => {
  expect(percentOf({ present: 1, absent: 1, late: 1 })).toBe(66.7)
  expect(percentOf({ present: 0, absent: 3, late: 0 })).toBe(0)
  expect(percentOf({ present: 0, absent: 0, late: 2 })).toBe(100)
})

test('a school takes only sessions that count, and lectures count only by subject', () => {
  fc.assert(
    fc.property(attType, fc.constantFrom(...sessions), (type, session) => {
      const taken = takenSessions(type).includes(session)
      expect(sessionRefusal(type, session) === null).toBe(taken)
      if (taken) expect(countedSessions(type)).toContain(session)
    }),
  )
  expect(countedSessions('DAILY')).toEqual(['DAY'])
  expect(countedSessions('DUAL')).toEqual(['MORNING', 'AFTERNOON'])
  expect(countedSessions('SUBJECTWISE')).toEqual(['SUBJECT', 'LECTURE'])
})

test('nobody takes a future day; the office takes any past day, others the last seven days', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -20, max: 20 }), fc.boolean(), (today, ahead, office) => {
      const refused = dayRefusal(addDays(today, ahead), today, office) !== null
      expect(refused).toBe(ahead > 0 || (!office && -ahead > daysBack))
    }),
  )
})

test('suggests the stored mark, otherwise P after a gate scan, otherwise the school default', () => {
  fc.assert(
    fc.property(fc.option(mark), fc.boolean(), fc.boolean(), (stored, cameIn, defaultAbsent) => {
      const suggested = suggestedMark(stored, cameIn, defaultAbsent)
      if (stored !== null) expect(suggested).toBe(stored)
      else expect(suggested).toBe(cameIn || !defaultAbsent ? 'P' : 'A')
    }),
  )
})

test('school days are counted by weekday, without Sundays and holidays', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), fc.array(fc.integer({ min: 0, max: 400 })), (from, length, free) => {
      const to = addDays(from, length)
      const holidays = free.map((days) => addDays(from, days))
      const counts = schoolDays(from, to, holidays)
      const expected = [0, 0, 0, 0, 0, 0, 0]
      for (let at = 0; at <= length; at += 1) {
        const current = addDays(from, at)
        if (weekdayOf(current) !== 0 && !holidays.includes(current)) expected[weekdayOf(current)]! += 1
      }
      expect(counts).toEqual(expected)
      expect(counts[0]).toBe(0)
    }),
    { numRuns: 50 },
  )
  expect(schoolDays('2026-11-21', '2026-11-20', [])).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('a Sunday is named Sunday, unless it is a holiday with its own name', () => {
  expect(holidayName('2026-11-22', null)).toBe('Sunday')
  expect(holidayName('2026-11-22', 'Diwali')).toBe('Diwali')
  expect(holidayName('2026-11-23', undefined)).toBeNull()
})

test('returns the last day of a month', () => {
  expect(['2026-02', '2028-02', '2026-04', '2026-12'].map(lastDayOf)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-04-30',
    '2026-12-31',
  ])
})

test('late marks are notified unless the school has set onlyAbsent', () => {
  expect(marksToNotify(true)).toEqual(['A'])
  expect(marksToNotify(false)).toEqual(['A', 'L'])
})

test('a day has one word for all of its registers', () => {
  expect(dayState([], false)).toBeNull()
  expect(dayState([], true)).toBe('HOLIDAY')
  expect(dayState(['P'], true)).toBe('PRESENT')
  expect(dayState(['A', 'A'], false)).toBe('ABSENT')
  expect(dayState(['A', 'P'], false)).toBe('PARTLY')
  expect(dayState(['A', 'L'], false)).toBe('PARTLY')
  expect(dayState(['P', 'L'], false)).toBe('LATE')
})
