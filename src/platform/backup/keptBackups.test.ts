import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { addMonths, countDays, monthStart, schoolDay } from '#shared/dates.ts'
import { keptBackups } from './keptBackups.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = new Date('2026-11-25T10:00:00+05:30')

const before = (ms: number) => new Date(now.getTime() - ms)
const kept = (...moments: string[]) =>
  keptBackups(
    moments.map((moment) => new Date(moment)),
    now,
  ).map((moment) => schoolDay(moment))

describe('which backups stay', () => {
  test('all of the last 24 hours, and the last one of each day before', () => {
    const quarters = Array.from({ length: 3 * 96 }, (_, index) => before(index * 15 * minute))
    const left = keptBackups(quarters, now)
    expect(left.filter((moment) => now.getTime() - moment.getTime() < day)).toHaveLength(96)
    expect(left.filter((moment) => now.getTime() - moment.getTime() >= day).map((moment) => moment.toISOString())).toEqual([
      '2026-11-22T18:15:00.000Z',
      '2026-11-23T18:15:00.000Z',
    ])
  })

  test('the last one of each of twelve months, and no other that is older than thirty days', () => {
    const mornings = Array.from({ length: 500 }, (_, days) => before(days * day))
    const left = keptBackups(mornings, now).map((moment) => schoolDay(moment))
    expect(left.slice(0, 12)).toEqual([
      '2025-12-31',
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-27',
      '2026-10-28',
    ])
    expect(left).toHaveLength(10 + 30)
  })

  test('the newest, however old it is', () => {
    expect(kept('2021-01-01T00:00:00Z', '2021-01-02T00:00:00Z')).toEqual(['2021-01-02'])
    expect(kept()).toEqual([])
  })

  const moments = fc.array(
    fc.integer({ min: 0, max: 500 * 24 * 60 }).map((minutes) => before(minutes * minute)),
    { maxLength: 200 },
  )

  test('every period that had a backup keeps one, and its newest', () => {
    fc.assert(
      fc.property(moments, (all) => {
        const left = keptBackups(all, now)
        const newestOf = (list: readonly Date[], isIn: (moment: Date) => boolean) =>
          Math.max(...list.filter(isIn).map((moment) => moment.getTime()))
        for (const moment of all) {
          const date = schoolDay(moment)
          const inDay = (other: Date) => schoolDay(other) === date
          const inMonth = (other: Date) => schoolDay(other).slice(0, 7) === date.slice(0, 7)
          if (countDays(date, schoolDay(now)) < 30) expect(newestOf(left, inDay)).toBe(newestOf(all, inDay))
          if (date >= monthStart(addMonths(schoolDay(now), -11))) expect(newestOf(left, inMonth)).toBe(newestOf(all, inMonth))
        }
      }),
      { numRuns: runs(1000) },
    )
  })

  test('what is removed early is what would be removed later: pruned at every backup or once at the end, the same stays', () => {
    fc.assert(
      fc.property(moments, (all) => {
        const sorted = all.toSorted((left, right) => left.getTime() - right.getTime())
        let pruned: Date[] = []
        for (const moment of sorted) pruned = keptBackups([...pruned, moment], moment)
        const times = (list: readonly Date[]) => new Set(list.map((moment) => moment.getTime()))
        expect(times(keptBackups(pruned, now))).toEqual(times(keptBackups(sorted, now)))
      }),
      { numRuns: runs(300) },
    )
  })

  test('there are never more than 30 days and 12 months besides those of the last 24 hours', () => {
    fc.assert(
      fc.property(moments, (all) => {
        const old = keptBackups(all, now).filter((moment) => now.getTime() - moment.getTime() >= day)
        expect(new Set(old.map((moment) => moment.getTime())).size).toBeLessThanOrEqual(30 + 12)
      }),
      { numRuns: runs(300) },
    )
  })
})
