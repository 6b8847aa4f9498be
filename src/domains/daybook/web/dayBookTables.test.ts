import { expect, test } from 'vitest'
import { type Book, inWords, memoLines, memoTables, moneyTables } from './dayBookTables.ts'

const nothing = { name: 'All', cash: 0, upi: 0, cheque: 0, online: 0, total: 0 }
const empty: Book = {
  ...{ id: '1', day: '2026-11-21', opening: 0, collected: 0, spent: 0, closing: 0 },
  ...{ receipts: 0, firstReceipt: null, lastReceipt: null, clerks: [], accounts: [], all: nothing, expenses: [] },
  ...{ outstanding: { count: 0, amount: 0 }, discounts: { count: 0, amount: 0 }, toDeposit: [], settled: [], deleted: [] },
  otherTerms: [],
}

test('a day on which nothing happened says so', () => {
  expect(moneyTables(empty).map(({ rows, nothing: words }) => [rows.length, words])).toEqual([
    [0, 'Nothing was collected.'],
    [0, 'Nothing was collected.'],
    [0, 'Nothing was spent.'],
  ])
  expect(memoTables(empty).map(({ title }) => title)).toEqual(['Cheques to deposit'])
  expect(memoLines(empty).map(({ value }) => value)).toEqual(['none', '0', 'none', 'none'])
})

test('a mode in which nothing came has no column; cash always has one', () => {
  const all = { ...nothing, upi: 150_050, total: 150_050 }
  const [clerks] = moneyTables({ ...empty, all, clerks: [{ ...all, name: 'Meena' }] })
  expect(clerks).toMatchObject({
    head: ['Clerk', 'Cash', 'UPI', 'Total'],
    right: [1, 2, 3],
    rows: [['Meena', '₹0.00', '₹1,500.50', '₹1,500.50']],
    sum: ['All', '₹0.00', '₹1,500.50', '₹1,500.50'],
  })
})

test('one receipt stands alone, several from the first to the last', () => {
  const value = (book: Book) => memoLines(book)[0]?.value
  expect(value({ ...empty, firstReceipt: 'GV/2026-27/7', lastReceipt: 'GV/2026-27/7' })).toBe('GV/2026-27/7')
  expect(value({ ...empty, firstReceipt: 'GV/2026-27/7', lastReceipt: 'GV/2026-27/9' })).toBe('GV/2026-27/7 to GV/2026-27/9')
  expect(memoLines({ ...empty, discounts: { count: 1, amount: 50_000 } })[2]?.value).toBe('₹500.00 (1 line)')
})

test('less than nothing is written out too', () => {
  expect(inWords(-150_000)).toBe('Minus Rupees One Thousand Five Hundred Only')
  expect(inWords(0)).toBe('Rupees Zero Only')
})
