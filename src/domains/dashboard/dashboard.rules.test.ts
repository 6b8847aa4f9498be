import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, weekStart } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { runs } from '#tests/properties.ts'
import { cardsForDay, sumCollected, rangeOfCards } from './dashboard.rules.ts'

test('the cards of a Saturday in November, each compared with as many days before', () => {
  expect(cardsForDay('2026-11-21')).toEqual([
    { name: 'TODAY', span: { from: '2026-11-21', to: '2026-11-21' }, before: { from: '2026-11-20', to: '2026-11-20' } },
    { name: 'YESTERDAY', span: { from: '2026-11-20', to: '2026-11-20' }, before: { from: '2026-11-19', to: '2026-11-19' } },
    { name: 'WEEK', span: { from: '2026-11-16', to: '2026-11-21' }, before: { from: '2026-11-09', to: '2026-11-14' } },
    { name: 'MONTH', span: { from: '2026-11-01', to: '2026-11-21' }, before: { from: '2026-10-01', to: '2026-10-21' } },
  ])
})

test.each([
  ['2026-03-31', { from: '2026-02-01', to: '2026-02-28' }],
  ['2026-01-15', { from: '2025-12-01', to: '2025-12-15' }],
  ['2026-03-01', { from: '2026-02-01', to: '2026-02-01' }],
])('on %s last month is %o', (today, before) => {
  expect(cardsForDay(today).find((card) => card.name === 'MONTH')?.before).toEqual(before)
})

const anyDay = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days))

test('on any day every range is within the days that are read, weeks start on Monday, and week and month end today', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const read = rangeOfCards(today)
      const [day, , week, month] = cardsForDay(today)
      for (const { span, before } of cardsForDay(today))
        for (const { from, to } of [span, before]) {
          expect(from <= to).toBe(true)
          expect(from >= read.from && to <= read.to).toBe(true)
          expect(before.to < span.to).toBe(true)
        }
      expect(week?.span.from).toBe(weekStart(today))
      expect(new Set([day?.span.to, week?.span.to, month?.span.to])).toEqual(new Set([today]))
    }),
    { numRuns: runs(2000) },
  )
})

test('a range sums up its own days only, to the paisa', () => {
  fc.assert(
    fc.property(anyDay, fc.array(fc.record({ ago: fc.nat(80), collected: fc.nat(10_000_000_000) })), (today, entries) => {
      const days = entries.map(({ ago, collected }) => ({ collectedOn: addDays(today, -ago), collected }))
      const [week] = cardsForDay(today).filter((card) => card.name === 'WEEK')
      const inWeek = days.filter(({ collectedOn }) => weekStart(collectedOn) === weekStart(today))
      expect(week && sumCollected(week.span, days)).toBe(sumMoney(inWeek.map((day) => day.collected)))
    }),
  )
})
