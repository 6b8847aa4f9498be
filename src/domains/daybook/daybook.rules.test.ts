import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { paymentModeNames } from '#shared/paymentModes.ts'
import { sumByMode, closingBalance, maxRuns, collectedRows, formatReceiptRuns } from './daybook.rules.ts'

const part = fc
  .record({
    number: fc.integer({ min: 1, max: 4 }),
    mode: fc.constantFrom(...paymentModeNames),
    collected: fc.integer({ min: 0, max: 1_000_000_000_000 }),
  })
  .map(({ number, ...rest }) => ({ key: `k${number}`, name: `Clerk ${number}`, ...rest }))

test('rows, modes and total have the same sum, to the paisa', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const rows = collectedRows(parts)
      const all = sumByMode(parts)
      expect(sumMoney(rows.map((row) => row.total))).toBe(all.total)
      expect(sumMoney(paymentModeNames.map((mode) => all[mode]))).toBe(all.total)
      for (const mode of paymentModeNames) expect(sumMoney(rows.map((row) => row[mode]))).toBe(all[mode])
      for (const row of rows) expect(sumMoney(paymentModeNames.map((mode) => row[mode]))).toBe(row.total)
      expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
    }),
  )
})

test('the closing balance of a day is the opening balance of the next', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000_000 })
  fc.assert(
    fc.property(fc.array(fc.record({ collected: amount, spent: amount }), { maxLength: 20 }), (days) => {
      let opening = 0
      for (const { collected, spent } of days) opening = closingBalance(opening, collected, spent)
      const [came, went] = [sumMoney(days.map((day) => day.collected)), sumMoney(days.map((day) => day.spent))]
      expect(opening).toBe(subtractMoney(came, went))
    }),
  )
})

test('leaves out a row of zero, such as a clerk whose only cheque is clearing', () => {
  expect(collectedRows([{ key: 'a', name: 'A', mode: 'CHEQUE', collected: 0 }])).toEqual([])
})

test('formats receipts as runs of consecutive numbers, with prefix and year once, up to a limit', () => {
  const run = (year: string, first: number, last: number) => ({ series: year, printed: `GV/${year}/${first}`, first, last })
  expect(formatReceiptRuns([])).toBe('')
  expect(formatReceiptRuns([run('2026-27', 7, 7)])).toBe('GV/2026-27/7')
  expect(formatReceiptRuns([run('2025-26', 98, 99), run('2026-27', 1, 10), run('2026-27', 50, 50)])).toBe(
    'GV/2025-26/98–99, GV/2026-27/1–10, 50',
  )
  const many = Array.from({ length: maxRuns + 2 }, (_, index) => run('2026-27', index * 10 + 1, index * 10 + 600))
  expect(formatReceiptRuns(many.slice(0, maxRuns))).not.toContain('more')
  expect(formatReceiptRuns(many)).toMatch(/, 191–790 and 1,200 more$/)
})
