import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { dueState } from './due.rules.ts'
import { ageingGroups, dueRange, formatPending } from './pending.rules.ts'

test.each([
  [[], [], false, ''],
  [[], [], true, 'One time'],
  [[], ['OCT'], false, 'OCT'],
  [[], ['MAY', 'APR'], false, 'APR, MAY'],
  [[], ['APR', 'MAY', 'JUN', 'OCT'], true, 'APR–JUN, OCT, One time'],
  [[], ['DEC', 'JAN', 'FEB', 'MAR'], false, 'DEC–MAR'],
  [['2024-25', '2025-26'], ['APR'], false, '2024-25, 2025-26, APR'],
] as const)('%j %j, one time %s, is written %j', (earlierTerms, months, oneTime, text) => {
  expect(formatPending({ earlierTerms, months, oneTime })).toBe(text)
})

test('each due date lies in the ranges that its state says, and an overdue one in exactly one group of age', () => {
  const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2025-01-01', days))
  fc.assert(
    fc.property(day, day, (dueOn, today) => {
      const lies = (due: Parameters<typeof dueRange>[0]) => {
        const { from, to } = dueRange(due, today)
        return from <= dueOn && dueOn <= to
      }
      const state = dueState(dueOn, today)
      expect([lies('OVERDUE'), lies('NOW'), lies('LATER'), lies(undefined)]).toEqual([
        state === 'OVERDUE',
        state !== 'LATER',
        state === 'LATER',
        true,
      ])
      expect(ageingGroups.filter(lies)).toHaveLength(state === 'OVERDUE' ? 1 : 0)
    }),
  )
})

test('the groups of age end at 30, 60 and 90 days', () => {
  const today = '2026-11-25'
  const groupOf = (days: number) =>
    ageingGroups.find((group) => {
      const { from, to } = dueRange(group, today)
      return from <= addDays(today, -days) && addDays(today, -days) <= to
    })
  expect([0, 1, 30, 31, 60, 61, 90, 91].map(groupOf)).toEqual([
    undefined,
    'OVERDUE_TO_30',
    'OVERDUE_TO_30',
    'OVERDUE_TO_60',
    'OVERDUE_TO_60',
    'OVERDUE_TO_90',
    'OVERDUE_TO_90',
    'OVERDUE_OVER_90',
  ])
})
