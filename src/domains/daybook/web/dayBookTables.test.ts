import { expect, test } from 'vitest'
import { paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { type Book, exportTables, memoLines, memoTables, moneyTables } from './dayBookTables.ts'
import { signedAmountInWords } from './signedAmountInWords.ts'
import type { TakenFragment } from './taken.generated.graphql.ts'

const sums = Object.fromEntries(paymentModeNames.map((mode) => [paymentModes[mode].column, 0]))
const nothing = { name: 'All', ...sums, total: 0 } as TakenFragment
const empty: Book = {
  id: '1',
  day: '2026-11-21',
  opening: 0,
  collected: 0,
  refunded: 0,
  spent: 0,
  closing: 0,
  receipts: 0,
  receiptNumbers: '',
  clerks: [],
  accounts: [],
  all: nothing,
  refundedBy: [],
  allRefunded: nothing,
  refunds: [],
  expenses: [],
  outstanding: { count: 0, amount: 0 },
  discounts: { count: 0, amount: 0 },
  concessions: { count: 0, amount: 0 },
  writeOffs: { count: 0, amount: 0 },
  toDeposit: [],
  settled: [],
  deleted: [],
  late: [],
  lateCount: 0,
  lateExpenses: [],
  lateExpenseCount: 0,
  deletedExpenses: [],
  otherTerms: [],
}

test('a day without entries has texts instead of rows', () => {
  expect(moneyTables(empty).map(({ rows, emptyText }) => [rows.length, emptyText])).toEqual([
    [0, 'Nothing was collected.'],
    [0, 'Nothing was collected.'],
    [0, 'Nothing was spent.'],
  ])
  expect(memoTables(empty).map(({ title }) => title)).toEqual(['Cheques to deposit'])
  expect(memoLines(empty).map(({ value }) => value)).toEqual(['none', '0', 'none', 'none'])
})

test('a mode without money has no column; cash always has one', () => {
  const all = { ...nothing, upi: 150_050, total: 150_050 }
  const [clerks] = moneyTables({ ...empty, all, clerks: [{ ...all, name: 'Meena' }] })
  expect(clerks).toMatchObject({
    head: ['Clerk', 'Cash', 'UPI', 'Total'],
    right: [1, 2, 3],
    rows: [['Meena', 0, 150_050, 150_050]],
    sum: ['All', 0, 150_050, 150_050],
  })
})

test('the receipts of the day are one line', () => {
  expect(memoLines({ ...empty, receiptNumbers: 'GV/2026-27/1–10, 50' })[0]?.value).toBe('GV/2026-27/1–10, 50')
  expect(memoLines({ ...empty, discounts: { count: 1, amount: 50_000 } })[2]?.value).toBe('₹500.00 (1 line)')
})

test('late entries are listed with their day, other terms are named, and a cut-off list says how many are left', () => {
  const payment = {
    paymentId: '1',
    receiptNumber: '2026-27/9',
    studentName: 'Asha',
    sectionName: '7-A',
    amount: 50_000,
    mode: 'CHEQUE',
    state: 'FAILED',
    reference: '004512',
    collectedOn: '2026-11-19',
    settledByName: 'Head',
    otherTerm: '2025-26',
    deletedByName: null,
    deleteReason: null,
  }
  const expense = {
    expenseId: '1',
    categoryName: 'Stationery',
    amount: 2_000,
    comment: 'Chalk',
    paidOn: '2026-11-20',
    otherTerm: null,
    createdByName: 'Meena',
    deletedByName: 'Head',
  }
  const late = [payment, { ...payment, paymentId: '2', state: 'COLLECTED', mode: 'UPI', otherTerm: null, deletedByName: 'Head' }]
  const twins = [expense, { ...expense, expenseId: '2' }]
  const tables = memoTables({
    ...empty,
    late,
    lateCount: 1_202,
    lateExpenses: [expense],
    lateExpenseCount: 1,
    deletedExpenses: twins,
  })
  expect(tables.slice(1)).toMatchObject([
    {
      title: 'Payments entered on this day for earlier days',
      rows: [
        ['2026-27/9', '19 Nov 2026', 'Asha, 7-A (2025-26)', 'Cheque, failed', 50_000],
        ['2026-27/9', '19 Nov 2026', 'Asha, 7-A', 'UPI, deleted', 50_000],
      ],
      sum: ['and 1,200 more', '', '', '', ''],
    },
    {
      title: 'Expenses entered on this day for earlier days',
      rows: [['Stationery', '20 Nov 2026', 'Chalk', 'Meena', 2_000]],
    },
    { title: 'Deleted expenses', rows: [{ 3: 'Head' }, { 3: 'Head' }], keys: ['1', '2'] },
  ])
  expect(tables[2]?.sum).toBeUndefined()
})

test('cheques to deposit have their bank and date, and a demand draft says that it is one', () => {
  const cheque = {
    paymentId: '1',
    receiptNumber: '2026-27/9',
    studentName: 'Asha',
    sectionName: '7-A',
    amount: 50_000,
    mode: 'CHEQUE',
    state: 'CLEARING',
    reference: '004512, Bank of India, 20/11/2026',
    collectedOn: '2026-11-20',
    settledByName: null,
    otherTerm: null,
    deletedByName: null,
    deleteReason: null,
  }
  const [toDeposit] = memoTables({ ...empty, toDeposit: [cheque, { ...cheque, mode: 'DD' }] })
  expect(toDeposit?.rows.map((row) => row[2])).toEqual([cheque.reference, `Demand draft ${cheque.reference}`])
})

test('writes negative amounts in words', () => {
  expect(signedAmountInWords(-150_000)).toBe('Minus Rupees One Thousand Five Hundred Only')
  expect(signedAmountInWords(0)).toBe('Rupees Zero Only')
})

test('exports amounts that a spreadsheet can add up', () => {
  const all = { ...nothing, cash: 150_050, total: 150_050 }
  const [day, clerks] = exportTables({ ...empty, opening: -5, collected: 150_050, all, clerks: [{ ...all, name: 'Meena' }] })
  expect(day?.rows.slice(0, 2)).toEqual([{ cells: ['Opening', -5] }, { cells: ['Collected', 150_050] }])
  expect(clerks).toEqual({
    name: 'Collected by clerk',
    columns: [{ header: 'Clerk' }, { header: 'Cash', kind: 'money' }, { header: 'Total', kind: 'money' }],
    rows: [{ cells: ['Meena', 150_050, 150_050] }, { cells: ['All', 150_050, 150_050], strong: true }],
  })
})
