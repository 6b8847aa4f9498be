import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { paymentModeNames } from '#shared/paymentModes.ts'
import { type LedgerUse, nameLedgers } from '../ledgers.rules.ts'
import {
  expenseVoucher,
  type ExpenseRow,
  type Ledgers,
  type ReceiptRow,
  receiptVoucher,
  type ReductionRow,
  reductionVoucher,
  type RefundRow,
  refundVoucher,
  sumByLedger,
  sumByMode,
  voucherAmount,
} from './vouchers.rules.ts'

const uses: LedgerUse[] = [
  { kind: 'CASH', key: '', defaultName: 'Cash' },
  { kind: 'BANK', key: '', defaultName: 'Bank' },
  { kind: 'MODE', key: 'UPI', defaultName: '' },
  { kind: 'ACCOUNT', key: '7', defaultName: 'SBI' },
  { kind: 'FEES', key: '1', defaultName: 'Tuition Fees' },
  { kind: 'FEES', key: '2', defaultName: 'Bus Fees' },
  { kind: 'EXPENSES', key: '1', defaultName: 'Stationery' },
  { kind: 'DISCOUNT', key: '', defaultName: '' },
  { kind: 'CONCESSION', key: '', defaultName: '' },
  { kind: 'WRITE_OFF', key: '', defaultName: '' },
]
const chosen = (['DISCOUNT', 'CONCESSION', 'WRITE_OFF'] as const).map((kind) => ({ kind, key: '', name: `Given ${kind}` }))
const ledgers: Ledgers = nameLedgers(uses, chosen)

const receipt: ReceiptRow = {
  id: 5,
  collectedOn: '2026-11-02',
  settledOn: null,
  amount: 150_000,
  receiptNo: 12,
  receiptYear: '2026-27',
  receiptPrefix: 'GV/',
  studentName: 'Asha Patil',
  sectionName: '7-A',
  registerNo: '104',
  mode: 'CASH',
  txnId: '',
  chequeNo: '',
  onlineRef: null,
  transferKind: null,
  cardLast4: null,
  bankName: '',
  instrumentOn: null,
  parts: [
    { categoryId: 1, accountId: 7, amount: 100_000 },
    { categoryId: 2, accountId: null, amount: 50_000 },
  ],
}
const line = {
  id: 9,
  collectedOn: '2026-11-02',
  categoryId: 1,
  studentName: 'Asha Patil',
  feeName: 'Tuition',
  comment: 'Sibling',
}

const refund: RefundRow = {
  id: 4,
  refundedOn: '2026-11-03',
  refundNo: 3,
  refundYear: '2026-27',
  refundPrefix: 'GV/',
  mode: 'CASH',
  reference: '',
  reason: 'Left the school',
  studentName: 'Asha Patil',
  sectionName: '7-A',
  parts: [
    { categoryId: 1, accountId: 7, amount: 2_000 },
    { categoryId: 2, accountId: null, amount: 500 },
  ],
}

const booked = (voucher: { entries: readonly { ledger: { name: string }; amount: number }[] }) =>
  voucher.entries.map(({ ledger, amount }) => [ledger.name, amount])

test('cash is booked on the cash ledger, other money on the ledger of its mode, its bank account, or the bank', () => {
  expect(receiptVoucher(receipt, ledgers)).toMatchObject({
    source: 'RECEIPT',
    number: 'GV/2026-27/12',
    day: '2026-11-02',
    narration: 'Asha Patil, 7-A, 104, Cash',
  })
  const income = [
    ['Tuition Fees', -100_000],
    ['Bus Fees', -50_000],
  ]
  expect(booked(receiptVoucher(receipt, ledgers))).toEqual([['Cash', 150_000], ...income])
  const upi: ReceiptRow = { ...receipt, mode: 'UPI', txnId: '004512' }
  expect(booked(receiptVoucher(upi, ledgers))).toEqual([['SBI', 100_000], ['Bank', 50_000], ...income])
  const withUpi = nameLedgers(uses, [{ kind: 'MODE', key: 'UPI', name: 'HDFC UPI' }])
  expect(booked(receiptVoucher(upi, withUpi))).toEqual([['HDFC UPI', 150_000], ...income])
})

test('a cheque says how the bank finds it', () => {
  const cheque: ReceiptRow = {
    ...receipt,
    mode: 'CHEQUE',
    chequeNo: '004513',
    bankName: 'Bank of Baroda',
    instrumentOn: '2026-10-30',
    settledOn: '2026-11-05',
  }
  expect(receiptVoucher(cheque, ledgers).entries[0]?.bank).toEqual({
    mode: 'CHEQUE',
    reference: '004513',
    transferKind: null,
    instrumentOn: '2026-10-30',
    bankName: 'Bank of Baroda',
    clearedOn: '2026-11-05',
    party: 'Asha Patil',
  })
})

test('expenses, reductions and refunds', () => {
  const expense = { id: 3, paidOn: '2026-11-02', categoryId: 1, amount: 4_000, comment: 'Chalk' }
  expect(booked(expenseVoucher(expense, ledgers))).toEqual([
    ['Stationery', 4_000],
    ['Cash', -4_000],
  ])
  const discount = { ...line, status: 'DISCOUNT' as const, amount: 1_500 }
  expect(reductionVoucher(discount, ledgers)).toMatchObject({ number: 'RED-9', narration: 'Asha Patil, Tuition, Sibling' })
  expect(booked(reductionVoucher(discount, ledgers))).toEqual([
    ['Given DISCOUNT', 1_500],
    ['Tuition Fees', -1_500],
  ])
  expect(refundVoucher(refund, ledgers)).toMatchObject({
    number: 'GV/R/2026-27/3',
    narration: 'Asha Patil, 7-A, Cash, Left the school',
  })
  expect(booked(refundVoucher(refund, ledgers))).toEqual([
    ['Tuition Fees', 2_000],
    ['Bus Fees', 500],
    ['Cash', -2_500],
  ])
  const upi = refundVoucher({ ...refund, mode: 'UPI', reference: 'T9' }, ledgers)
  expect(booked(upi).slice(2)).toEqual([
    ['SBI', -2_000],
    ['Bank', -500],
  ])
  expect(upi.entries.at(-1)?.bank).toMatchObject({ mode: 'UPI', reference: 'T9', party: 'Asha Patil' })
})

const amount = fc.integer({ min: 1, max: 1_000_000_000 })
const categoryId = fc.constantFrom(1, 2)
const accountId = fc.constantFrom(7, null)
const receipts: fc.Arbitrary<ReceiptRow> = fc
  .record({
    mode: fc.constantFrom(...paymentModeNames),
    parts: fc.array(fc.record({ categoryId, accountId, amount }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ mode, parts }) => ({ ...receipt, mode, parts, amount: sumMoney(parts.map((part) => part.amount)) }))
const expenses: fc.Arbitrary<ExpenseRow> = amount.map((spent) => ({
  id: 1,
  paidOn: '2026-11-02',
  categoryId: 1,
  amount: spent,
  comment: '',
}))
const reductions: fc.Arbitrary<ReductionRow> = fc.record({
  ...Object.fromEntries(Object.entries(line).map(([key, value]) => [key, fc.constant(value)])),
  status: fc.constantFrom('DISCOUNT' as const, 'CONCESSION' as const, 'WRITE_OFF' as const),
  categoryId,
  amount,
}) as fc.Arbitrary<ReductionRow>
const refunds: fc.Arbitrary<RefundRow> = fc
  .record({
    mode: fc.constantFrom(...paymentModeNames),
    parts: fc.array(fc.record({ categoryId, accountId, amount }), { minLength: 1, maxLength: 3 }),
  })
  .map((row) => ({ ...refund, ...row }))

test('every voucher balances, and the sums by ledger and mode are those of the rows', () => {
  fc.assert(
    fc.property(
      fc.array(receipts, { maxLength: 8 }),
      fc.array(expenses, { maxLength: 4 }),
      fc.array(reductions, { maxLength: 4 }),
      fc.array(refunds, { maxLength: 4 }),
      (taken, spent, reduced, returned) => {
        const received = taken.map((row) => receiptVoucher(row, ledgers))
        const paid = spent.map((row) => expenseVoucher(row, ledgers))
        const given = reduced.map((row) => reductionVoucher(row, ledgers))
        const back = returned.map((row) => refundVoucher(row, ledgers))
        const all = [...received, ...paid, ...given, ...back]
        for (const { entries } of all) expect(sumMoney(entries.map((entry) => entry.amount))).toBe(0)
        taken.forEach((row, place) => expect(voucherAmount(received[place]!)).toBe(row.amount))
        const sums = sumByLedger(all)
        expect(sumMoney(sums.map(({ debit }) => debit))).toBe(sumMoney(sums.map(({ credit }) => credit)))
        const collected = sumMoney(taken.map((row) => row.amount))
        expect(sumMoney(sumByMode(received).map((sum) => sum.collected))).toBe(collected)
        const net = (group: string) =>
          sums.filter((sum) => sum.group === group).map(({ debit, credit }) => subtractMoney(debit, credit))
        const refunded = sumMoney(returned.flatMap(({ parts }) => parts.map((part) => part.amount)))
        const spentInAll = sumMoney(spent.map((row) => row.amount))
        expect(sumMoney([...net('Cash-in-Hand'), ...net('Bank Accounts')])).toBe(subtractMoney(collected, refunded, spentInAll))
      },
    ),
  )
})
