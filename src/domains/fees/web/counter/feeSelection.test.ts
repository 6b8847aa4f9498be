import { expect, test } from 'vitest'
import {
  isLater,
  isSelectable,
  isSettled,
  totalPending,
  totalToPay,
  selectedIds,
  type SelectableFee,
  withFeeToggled,
} from './feeSelection.ts'

const fee = (feeId: string, more: Partial<SelectableFee> = {}): SelectableFee => ({
  feeId,
  fixedAmount: true,
  pending: 100,
  lateFeeDue: 0,
  due: 'DUE',
  ...more,
})

const fees = [
  fee('admission'),
  fee('apr', { due: 'OVERDUE' }),
  fee('may, paid', { pending: 0 }),
  fee('jun', { due: 'LATER', pending: 50 }),
  fee('donation', { fixedAmount: false, pending: 0 }),
]

test.each([
  ['due', ['admission', 'apr']],
  ['all', ['admission', 'apr', 'jun']],
  ['none', []],
] as const)('%s means %s', (by, ids) => {
  expect([...selectedIds({ by }, fees)]).toEqual(ids)
})

test('fully paid fees cannot be selected, fees that are not fixed always can', () => {
  expect(fees.filter((fee) => !isSelectable(fee)).map((fee) => fee.feeId)).toEqual(['may, paid'])
})

test('a selection by hand drops fees paid meanwhile, and toggles one fee', () => {
  const byHand = { by: 'hand', feeIds: new Set(['may, paid', 'jun', 'gone', 'donation']) } as const
  const selected = selectedIds(byHand, fees)
  expect([...selected]).toEqual(['jun', 'donation'])
  expect([...selectedIds(withFeeToggled(selected, 'jun'), fees)]).toEqual(['donation'])
  expect([...selectedIds(withFeeToggled(selected, 'apr'), fees)]).toEqual(['apr', 'jun', 'donation'])
})

test('sums what is pending on fees', () => {
  expect(totalPending(fees)).toBe(250)
  expect(totalToPay([...fees, fee('mar', { lateFeeDue: 30 })])).toBe(380)
})

test('a fee with a clearing cheque is not settled, nor is one that is not fixed', () => {
  expect(isSettled({ ...fee('paid', { pending: 0 }), clearing: 0 })).toBe(true)
  expect(isSettled({ ...fee('by cheque', { pending: 0 }), clearing: 100 })).toBe(false)
  expect(isSettled({ ...fee('donation', { fixedAmount: false, pending: 0 }), clearing: 0 })).toBe(false)
})

test('only what is pending and due in a later month is later', () => {
  expect(fees.filter(isLater).map(({ feeId }) => feeId)).toEqual(['jun'])
  expect(isLater(fee('paid', { due: 'LATER', pending: 0 }))).toBe(false)
  expect(isLater(fee('donation', { due: 'LATER', fixedAmount: false, pending: 0 }))).toBe(false)
})
