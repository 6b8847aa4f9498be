import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { feeBalance, type LineStatus } from './account.rules.ts'
import { isAboveLimit, limitOfTerm, limitText, termDiscounts } from './discountLimit.rules.ts'

const term = { asked: 200_000, discounted: 5_000 }

test.each([
  [false, 'no limit', { share: null, amount: null }, 195_000],
  [false, 'up to the amount, earlier discounts included', { share: null, amount: 20_000 }, 15_000],
  [true, 'above the amount, earlier discounts included', { share: null, amount: 20_000 }, 15_001],
  [false, 'up to the share of what the term asks', { share: 1000, amount: null }, 15_000],
  [true, 'above the share', { share: 1000, amount: null }, 15_001],
  [true, 'above one of both', { share: 5000, amount: 20_000 }, 15_001],
  [true, 'none allowed', { share: 0, amount: null }, 1],
])('above the limit: %s, %s', (above, _, limit, amount) => {
  expect(isAboveLimit(limit, term, amount)).toBe(above)
})

const line = (feeId: number, status: LineStatus, amount: number, waived: number | null = null) => ({
  feeId,
  status,
  amount,
  waived,
})

test('a term asks its fixed fees with opening dues, less concessions; discounts and waivers count, and nothing else', () => {
  const fees = [
    { id: 1, sr: 1, amount: 150_000, fixedAmount: true },
    { id: 2, sr: 2, amount: 0, fixedAmount: true },
    { id: 3, sr: 3, amount: 0, fixedAmount: false },
  ]
  const lines = [
    line(1, 'PAID', 100_000),
    line(1, 'DISCOUNT', 1_000),
    line(1, 'CONCESSION', 30_000),
    line(1, 'WRITE_OFF', 7_000),
    line(1, 'REFUND', -10_000),
    line(1, 'LATE_FEE', -500),
    line(1, 'LATE_FEE', 0, 200),
    line(2, 'OPENING', -40_000),
    line(2, 'DISCOUNT', 3_000),
    line(3, 'PAID', 99_000),
  ]
  expect(termDiscounts(fees, lines)).toEqual({ asked: 160_000, discounted: 4_200 })
})

test('the clerk is told what was given, and what may be', () => {
  expect(limitText({ share: 1000, amount: null }, term, '2026-27')).toBe(
    'Discounts and waivers in 2026-27: ₹50.00 so far, at most ₹200.00 without an admin’s approval.',
  )
  expect(limitText({ share: null, amount: null }, term, '2026-27')).toBeNull()
})

/** Something that happens to an account. FEES gives discounts and waives; the rest is done by others or takes money. */
type Step =
  | { kind: 'discount' | 'waive' | 'pay' | 'discountByAdmin'; amount: number; fees: readonly number[] }
  | { kind: 'reverse'; nth: number }

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom<'discount' | 'waive' | 'pay' | 'discountByAdmin'>(
          'discount',
          'discount',
          'waive',
          'pay',
          'discountByAdmin',
        ),
        amount: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 200_000 })),
        fees: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), nth: fc.nat({ max: 50 }) }) },
  ),
  { maxLength: 40 },
) as fc.Arbitrary<Step[]>

const limits = fc.record({
  share: fc.option(fc.integer({ min: 0, max: 10_000 })),
  amount: fc.option(fc.integer({ min: 0, max: 100_000 })),
})

describe('whatever is split, repeated, padded with paid fees, or reversed in between', () => {
  test('FEES never brings the discounts and waivers of a term above the limit', () => {
    fc.assert(
      fc.property(
        limits,
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 4, maxLength: 4 }),
        steps,
        (limit, amounts, all) => {
          const fees = amounts.map((amount, id) => ({ id, sr: id, amount, fixedAmount: true }))
          let lines: (ReturnType<typeof line> & { byFees: boolean })[] = []
          for (const step of all) {
            if (step.kind === 'reverse') {
              const given = lines.filter(({ status, waived }) => status === 'DISCOUNT' || waived !== null)
              lines = lines.filter((one) => one !== given[step.nth % given.length])
              continue
            }
            const byFees = step.kind === 'discount' || step.kind === 'waive'
            if (byFees && isAboveLimit(limit, termDiscounts(fees, lines), step.amount)) continue
            if (step.kind === 'waive') {
              lines.push({ ...line(step.fees[0] ?? 0, 'LATE_FEE', 0, step.amount), byFees })
            } else {
              let left = step.amount
              const pending = step.fees.map((id) => ({ id, pending: feeBalance(fees[id]!, lines).pending }))
              if (pending.reduce((sum, fee) => sum + fee.pending, 0) < left) continue
              for (const fee of pending) {
                const share = Math.min(left, fee.pending)
                if (share > 0) lines.push({ ...line(fee.id, step.kind === 'pay' ? 'PAID' : 'DISCOUNT', share), byFees })
                left -= share
              }
            }
            const most = limitOfTerm(limit, { asked: amounts.reduce((sum, amount) => sum + amount, 0), discounted: 0 })
            const given = (of: typeof lines) =>
              of.reduce((sum, one) => sum + (one.waived ?? (one.status === 'DISCOUNT' ? one.amount : 0)), 0)
            if (most === null) continue
            // What FEES gave alone is never above it, and with what others gave it is not when FEES has just given it.
            expect(given(lines.filter((one) => one.byFees))).toBeLessThanOrEqual(most)
            if (byFees) expect(given(lines)).toBeLessThanOrEqual(most)
          }
        },
      ),
      { numRuns: runs(2_000) },
    )
  })
})
