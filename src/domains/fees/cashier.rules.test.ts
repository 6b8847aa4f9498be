import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import {
  cashOf,
  countDrawer,
  denominations,
  expectedCash,
  isDayClosed,
  type NoteCounts,
  overdrawnNotes,
  valueOfNotes,
} from './cashier.rules.ts'

const notes = fc.record(
  Object.fromEntries(denominations.map((denomination) => [denomination, fc.nat(100_000)])),
) as fc.Arbitrary<NoteCounts>
const paise = fc.integer({ min: 0, max: 1_000_000_000 })

test('cash is the sum of its notes and coins, and none is nothing', () => {
  expect(cashOf({})).toBe(0)
  expect(cashOf({ 500: 12, 1: 3 })).toBe(600_300)
  fc.assert(
    fc.property(notes, notes, (some, others) => {
      const together = Object.fromEntries(
        denominations.map((denomination) => [denomination, (some[denomination] ?? 0) + (others[denomination] ?? 0)]),
      )
      expect(cashOf(together)).toBe(cashOf(some) + cashOf(others))
      expect(cashOf(some)).toBe(
        sumMoney(denominations.map((denomination) => valueOfNotes(denomination, some[denomination] ?? 0))),
      )
    }),
  )
})

test('a counted drawer loses nothing: expected and difference, or deposited and carried on, are what was counted', () => {
  fc.assert(
    fc.property(paise, notes, notes, (expected, counted, deposit) => {
      const drawer = countDrawer(expected, counted, deposit)
      expect(sumMoney([expected, drawer.difference])).toBe(drawer.counted)
      expect(sumMoney([drawer.deposited, drawer.carried])).toBe(drawer.counted)
      if (overdrawnNotes(counted, deposit).length === 0) expect(drawer.carried).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('over days, what was taken is what was given back, brought to the bank, missing, or still in the drawer', () => {
  const day = fc.record({ cashIn: paise, cashOut: paise, counted: notes, deposit: notes })
  fc.assert(
    fc.property(fc.array(day, { maxLength: 20 }), (days) => {
      let opening = 0
      const gone: number[] = []
      const taken: number[] = []
      for (const { cashIn, cashOut, counted, deposit } of days) {
        const drawer = countDrawer(expectedCash({ opening, cashIn, cashOut }), counted, deposit)
        taken.push(cashIn, drawer.difference)
        gone.push(cashOut, drawer.deposited)
        opening = drawer.carried
      }
      expect(subtractMoney(sumMoney(taken), sumMoney(gone))).toBe(opening)
    }),
  )
})

test('no more of a note goes to the bank than was counted', () => {
  expect(overdrawnNotes({ 500: 3, 100: 1 }, { 500: 3, 100: 2, 10: 1 })).toEqual([100, 10])
  fc.assert(
    fc.property(notes, (some) => {
      expect(overdrawnNotes(some, some)).toEqual([])
    }),
  )
})

test('all days from the first to the last closed one are closed, and none before', () => {
  const days = { closedFrom: '2026-11-02', closedUntil: '2026-11-05' }
  const closed = ['2026-11-01', '2026-11-02', '2026-11-04', '2026-11-05', '2026-11-06'].map((day) => isDayClosed(day, days))
  expect(closed).toEqual([false, true, true, true, false])
  expect(isDayClosed('2026-11-01', { closedFrom: null, closedUntil: null })).toBe(false)
})
