import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumMoney } from '#shared/money.ts'
import type { AccountedLine } from './refunds.rules.ts'
import { formatRefundNumber, refundableFees, refundedFee, splitRefund, totalRefundable } from './refunds.rules.ts'

const fee = (id: number, amount = 10_000) => ({ id, sr: id, amount, fixedAmount: true })
const line = (id: number, feeId: number, amount: number, status: AccountedLine['status'] = 'PAID'): AccountedLine => ({
  id,
  feeId,
  amount,
  status,
})

test('a refund’s number stands apart from the receipts', () => {
  expect(formatRefundNumber({ refundPrefix: 'GV/', refundYear: '2026-27', refundNo: 5 })).toBe('GV/R/2026-27/5')
  expect(formatRefundNumber({ refundPrefix: '', refundYear: '2026-27', refundNo: 5 })).toBe('R/2026-27/5')
})

test('the fee that was paid last gives its money back first; a clearing cheque and a discount give none', () => {
  const lines = [
    line(1, 2, 4000, 'PART_PAID'),
    line(2, 1, 10_000),
    line(3, 2, 6000),
    line(4, 3, 500, 'CLEARING'),
    line(5, 4, 500, 'DISCOUNT'),
    line(6, 1, -2500, 'REFUND'),
  ]
  const refundable = refundableFees([fee(1), fee(2), fee(3), fee(4)], lines)
  expect(refundable.map(({ fee: { id }, collected }) => [id, collected])).toEqual([
    [2, 10_000],
    [1, 7500],
  ])
  expect(totalRefundable(refundable)).toBe(17_500)
  expect(splitRefund(refundable, 12_000)?.map((share) => [share.fee.id, share.amount])).toEqual([
    [2, 10_000],
    [1, 2000],
  ])
  expect(splitRefund(refundable, 17_501)).toBeNull()
})

test('a payment can go while others’ money covers what was given back', () => {
  const lines = [line(1, 1, 4000), line(2, 1, 6000), line(3, 1, -5000, 'REFUND')]
  expect(refundedFee([{ fee: fee(1), amount: 4000 }], lines)).toBeUndefined()
  expect(refundedFee([{ fee: fee(1), amount: 6000 }], lines)?.id).toBe(1)
})

const someLine = fc.record({
  id: fc.integer({ min: 1, max: 1000 }),
  feeId: fc.integer({ min: 1, max: 4 }),
  amount: fc.integer({ min: 1, max: 100_000 }),
  status: fc.constantFrom('PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF' as const),
})

test('the shares of any refund sum to it, and none is above what its fee has', () => {
  fc.assert(
    fc.property(fc.array(someLine, { maxLength: 20 }), fc.integer({ min: 1, max: 300_000 }), (lines, amount) => {
      const refundable = refundableFees(
        [1, 2, 3, 4].map((id) => fee(id)),
        lines,
      )
      const shares = splitRefund(refundable, amount)
      expect(shares === null).toBe(amount > totalRefundable(refundable))
      if (!shares) return
      expect(sumMoney(shares.map((share) => share.amount))).toBe(amount)
      const has = new Map(refundable.map(({ fee: { id }, collected }) => [id, collected]))
      for (const share of shares) {
        expect(share.amount).toBeGreaterThan(0)
        expect(share.amount).toBeLessThanOrEqual(has.get(share.fee.id) ?? 0)
      }
    }),
  )
})
