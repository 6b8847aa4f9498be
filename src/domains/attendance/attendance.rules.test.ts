import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import {
  countedSessions,
  countMarks,
  dayRefused,
  daysBack,
  holidayName,
  lastDayOf,
  marks,
  noticedMarks,
  percentOf,
  schoolDays,
  sessions,
  suggestedMark,
  takenSessions,
  weekdayOf,
  wrongSession,
} from './attendance.rules.ts'

const attType = fc.constantFrom('DAILY', 'DUAL', 'SUBJECTWISE')
const mark = fc.constantFrom(...marks)
const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1970-01-01', days))

test('counts are of every mark, once, and percent is between none and all', () => {
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

test('late is present in percentages, which have one decimal', () => {
  expect(percentOf({ present: 1, absent: 1, late: 1 })).toBe(66.7)
  expect(percentOf({ present: 0, absent: 3, late: 0 })).toBe(0)
  expect(percentOf({ present: 0, absent: 0, late: 2 })).toBe(100)
})

test('a school takes only what counts in it, and lectures count by subject alone', () => {
  fc.assert(
    fc.property(attType, fc.constantFrom(...sessions), (type, session) => {
      const taken = takenSessions(type).includes(session)
      expect(wrongSession(type, session) === null).toBe(taken)
      if (taken) expect(countedSessions(type)).toContain(session)
    }),
  )
  expect(countedSessions('DAILY')).toEqual(['DAY'])
  expect(countedSessions('DUAL')).toEqual(['MORNING', 'AFTERNOON'])
  expect(countedSessions('SUBJECTWISE')).toEqual(['SUBJECT', 'LECTURE'])
})

test('nobody takes a day to come; the office takes every other one, and the others those of a week', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -20, max: 20 }), fc.boolean(), (today, ahead, office) => {
      const refused = dayRefused(addDays(today, ahead), today, office) !== null
      expect(refused).toBe(ahead > 0 || (!office && -ahead > daysBack))
    }),
  )
})

test('a stored mark stands; else the gate decides, and then the habit of the school', () => {
  fc.assert(
    fc.property(fc.option(mark), fc.boolean(), fc.boolean(), (stored, cameIn, defaultAbsent) => {
      const suggested = suggestedMark(stored, cameIn, defaultAbsent)
      if (stored !== null) expect(suggested).toBe(stored)
      else expect(suggested).toBe(cameIn || !defaultAbsent ? 'P' : 'A')
    }),
  )
})

test('school days are all days without Sundays and holidays, by weekday', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), fc.array(fc.integer({ min: 0, max: 400 })), (from, length, free) => {
      const to = addDays(from, length)
      const holidays = free.map((days) => addDays(from, days))
      const counts = schoolDays(from, to, holidays)
      const expected = [0, 0, 0, 0, 0, 0, 0]
      for (let at = 0; at <= length; at += 1) {
        const one = addDays(from, at)
        if (weekdayOf(one) !== 0 && !holidays.includes(one)) expected[weekdayOf(one)]! += 1
      }
      expect(counts).toEqual(expected)
      expect(counts[0]).toBe(0)
    }),
    { numRuns: 50 },
  )
  expect(schoolDays('2026-11-21', '2026-11-20', [])).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('a Sunday has a name, and a holiday on it has its own', () => {
  expect(holidayName('2026-11-22', null)).toBe('Sunday')
  expect(holidayName('2026-11-22', 'Diwali')).toBe('Diwali')
  expect(holidayName('2026-11-23', undefined)).toBeNull()
})

test('months end where they end', () => {
  expect(['2026-02', '2028-02', '2026-04', '2026-12'].map(lastDayOf)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-04-30',
    '2026-12-31',
  ])
})

test('guardians hear of the late unless the school says only the absent', () => {
  expect(noticedMarks(true)).toEqual(['A'])
  expect(noticedMarks(false)).toEqual(['A', 'L'])
})
