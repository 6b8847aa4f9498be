import { expect, test } from 'vitest'
import {
  inReadingOrder,
  isLater,
  isSelectable,
  isSettled,
  totalPending,
  selectedIds,
  type SelectableFee,
  withFeeToggled,
} from './feeSelection.ts'
import { startedMonths } from '../../months.ts'

const fee = (feeId: string, more: Partial<SelectableFee> = {}): SelectableFee => ({
  feeId,
  month: null,
  fixedAmount: true,
  pending: 100,
  ...more,
})

test.each([
  ['2026-27', true, '2026-04-01', 'APR'],
  ['2026-27', true, '2026-11-21', 'APR MAY JUN JUL AUG SEP OCT NOV'],
  ['2026-27', true, '2027-01-31', 'APR MAY JUN JUL AUG SEP OCT NOV DEC JAN'],
  ['2026-2027', false, '2027-03-31', 'APR MAY JUN JUL AUG SEP OCT NOV DEC JAN FEB MAR'],
  ['2025-26', false, '2026-05-01', 'APR MAY JUN JUL AUG SEP OCT NOV DEC JAN FEB MAR'],
  ['2025-26', true, '2026-05-01', 'APR MAY JUN JUL AUG SEP OCT NOV DEC JAN FEB MAR'],
  ['2027-28', false, '2027-03-31', ''],
  ['Main', true, '2026-05-01', 'APR MAY'],
  ['Old', false, '2026-05-01', 'APR MAY JUN JUL AUG SEP OCT NOV DEC JAN FEB MAR'],
])('the months of the term %s (current: %s) started by %s: %s', (name, current, day, started) => {
  expect(startedMonths({ name, current }, day).join(' ')).toBe(started)
})

const fees = [
  fee('admission'),
  fee('apr', { month: 'APR' }),
  fee('may, paid', { month: 'MAY', pending: 0 }),
  fee('jun', { month: 'JUN', pending: 50 }),
  fee('donation', { fixedAmount: false, pending: 0 }),
]

test.each([
  ['due', ['admission', 'apr']],
  ['all', ['admission', 'apr', 'jun']],
  ['none', []],
] as const)('%s means %s', (by, ids) => {
  expect([...selectedIds({ by }, fees, ['APR', 'MAY'])]).toEqual(ids)
})

test('fully paid fees cannot be selected, fees that are not fixed always can', () => {
  expect(fees.filter((fee) => !isSelectable(fee)).map((fee) => fee.feeId)).toEqual(['may, paid'])
})

test('a selection by hand drops fees paid meanwhile, and toggles one fee', () => {
  const byHand = { by: 'hand', feeIds: new Set(['may, paid', 'jun', 'gone', 'donation']) } as const
  const selected = selectedIds(byHand, fees, [])
  expect([...selected]).toEqual(['jun', 'donation'])
  expect([...selectedIds(withFeeToggled(selected, 'jun'), fees, [])]).toEqual(['donation'])
  expect([...selectedIds(withFeeToggled(selected, 'apr'), fees, [])]).toEqual(['apr', 'jun', 'donation'])
})

test('sums what is pending on fees', () => {
  expect(totalPending(fees)).toBe(250)
})

test('sorts one-time fees first, then by month from April, then fees that are not fixed, each in allocation order', () => {
  const months = ['MAR', null, 'APR', 'DEC', 'APR', null, 'JAN'] as const
  const donation = fee('7', { fixedAmount: false })
  const ordered = inReadingOrder([donation, ...months.map((month, place) => fee(String(place), { month }))])
  expect(ordered.map((fee) => fee.feeId).join(' ')).toBe('1 5 2 4 3 6 0 7')
})

test('a fee with a clearing cheque is not settled, nor is one that is not fixed', () => {
  expect(isSettled({ ...fee('paid', { pending: 0 }), clearing: 0 })).toBe(true)
  expect(isSettled({ ...fee('by cheque', { pending: 0 }), clearing: 100 })).toBe(false)
  expect(isSettled({ ...fee('donation', { fixedAmount: false, pending: 0 }), clearing: 0 })).toBe(false)
})

test('a due of an earlier term is due whatever its month', () => {
  const due = fee('1', { month: 'MAR', earlierTerm: '2025-26' })
  const later = fee('2', { month: 'MAR', earlierTerm: null })
  expect([due, later].map((one) => isLater(one, ['APR']))).toEqual([false, true])
  expect([...selectedIds({ by: 'due' }, [due, later], ['APR'])]).toEqual(['1'])
  expect([...selectedIds({ by: 'all' }, [due, later], ['APR'])]).toEqual(['1', '2'])
  expect([...selectedIds({ by: 'none' }, [due, later], ['APR'])]).toEqual([])
})
