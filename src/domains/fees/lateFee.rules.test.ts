import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { lateFee, lateFeeBefore, type LateFeeLine, type LateFeeRule } from './lateFee.rules.ts'

const fee = { id: 1, fixedAmount: true, dueOn: '2026-11-10' }
const flat: LateFeeRule = { kind: 'FLAT', amount: 5000, graceDays: 5, max: null }
const byDay: LateFeeRule = { kind: 'BY_DAY', amount: 1000, graceDays: 5, max: 4000 }
const pending = { pending: 100_000, before: 0 }

const line = (amount: number, more: Partial<LateFeeLine> = {}): LateFeeLine => ({ feeId: 1, amount, status: 'LATE_FEE', ...more })

describe('a late fee', () => {
  test('is asked from the day after the grace', () => {
    expect(lateFee(fee, flat, pending, '2026-11-15')).toBe(0)
    expect(lateFee(fee, flat, pending, '2026-11-16')).toBe(5000)
    expect(lateFee(fee, flat, pending, '2027-11-16')).toBe(5000)
  })

  test('by day grows until its highest sum', () => {
    const on = (day: string) => lateFee(fee, byDay, pending, day)
    expect(['2026-11-15', '2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20'].map(on)).toEqual([0, 1000, 3000, 4000, 4000])
  })

  test('is asked for neither without a rule nor on what is paid, clears or is not fixed', () => {
    expect(lateFee(fee, null, pending, '2027-01-01')).toBe(0)
    expect(lateFee(fee, byDay, { pending: 0, before: 0 }, '2027-01-01')).toBe(0)
    expect(lateFee({ ...fee, fixedAmount: false }, byDay, pending, '2027-01-01')).toBe(0)
  })

  test('is less what was paid or waived of it before', () => {
    const lines = [line(-1500), line(0, { waived: 500 }), line(-9000, { feeId: 2 }), line(7000, { status: 'PAID' })]
    const before = lateFeeBefore(fee, lines)
    expect(before).toBe(2000)
    expect(lateFee(fee, byDay, { pending: 1, before }, '2026-11-18')).toBe(1000)
    expect(lateFee(fee, byDay, { pending: 1, before }, '2026-11-16')).toBe(0)
    expect(lateFee(fee, flat, { pending: 1, before: 5000 }, '2026-12-16')).toBe(0)
  })

  test('is never negative, never falls with the days, and with what came before never exceeds the highest sum', () => {
    const rules = fc.oneof(
      fc.record({
        kind: fc.constant('FLAT' as const),
        amount: fc.integer({ min: 1, max: 1e12 }),
        graceDays: fc.nat(366),
        max: fc.constant(null),
      }),
      fc
        .tuple(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 1e12 }), fc.nat(366))
        .map(([a, b, graceDays]) => ({ kind: 'BY_DAY' as const, amount: Math.min(a, b), max: Math.max(a, b), graceDays })),
    )
    fc.assert(
      fc.property(rules, fc.integer({ min: -400, max: 40_000 }), fc.nat(500), fc.nat(1e12), (rule, days, more, before) => {
        const on = (count: number) => lateFee(fee, rule, { pending: 1, before }, addDays(fee.dueOn, count))
        const first = on(days)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(on(days + more)).toBeGreaterThanOrEqual(first)
        if (days <= rule.graceDays) expect(first).toBe(0)
        if (first > 0) expect(first + before).toBeLessThanOrEqual(rule.max ?? rule.amount)
      }),
    )
  })
})
