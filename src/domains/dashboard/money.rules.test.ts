import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { addFeeSums, type FeeSums, noFeeSums, sumExpected } from './dashboard.rules.ts'
import { besideEachOther, conceded, netOf, paidForOtherTerms, sameDayOfTermBefore } from './money.rules.ts'

test.each([
  // A year later, the same date.
  ['2026-11-25', '2026-04-01', '2025-04-01', '2025-11-25'],
  ['2028-02-29', '2027-04-01', '2026-04-01', '2027-02-28'],
  // After the year is over both are over.
  ['2027-06-10', '2026-04-01', '2025-04-01', '2026-06-10'],
  // Before it begins the one before had not begun either.
  ['2026-11-25', '2027-04-01', '2026-04-01', '2025-11-25'],
  // The first year began late, or two years lie between.
  ['2026-11-25', '2026-04-01', '2025-06-15', '2025-11-25'],
  ['2026-11-25', '2026-04-01', '2024-04-01', '2024-11-25'],
  // Half-yearly terms.
  ['2026-11-25', '2026-10-01', '2026-04-01', '2026-05-25'],
  ['2026-11-25', '2026-04-01', '2026-04-01', '2026-11-25'],
])('on %s the term of %s is beside the one of %s on %s', (today, term, before, day) => {
  expect(sameDayOfTermBefore(today, { term, before })).toBe(day)
})

const paise = fc.integer({ min: 0, max: 10_000_000 })
const feeSums: fc.Arbitrary<FeeSums> = fc.record({
  paid: paise,
  clearing: paise,
  discount: paise,
  concession: paise,
  writtenOff: paise,
  pending: paise,
  overdue: paise,
})

test('what is collected less given back is what fees of this term and of others have got; what is spent leaves the net', () => {
  fc.assert(
    fc.property(paise, paise, paise, feeSums, (collected, refunded, spent, fees) => {
      const cash = { collected, refunded, spent, clearing: 0 }
      expect(sumMoney([fees.paid, paidForOtherTerms({ ...cash, fees })])).toBe(subtractMoney(collected, refunded))
      expect(netOf(cash)).toBe(subtractMoney(collected, refunded, spent))
      expect(netOf({ ...cash, spent: null })).toBeNull()
      expect(sumExpected(fees)).toBe(sumMoney([fees.paid, fees.clearing, conceded(fees), fees.pending]))
    }),
  )
})

test('no row of two terms is lost or counted twice when they stand side by side', () => {
  const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), feeSums), { selector: ([key]) => key, maxLength: 12 })
  fc.assert(
    fc.property(rows, rows, (now, before) => {
      const toRow = ([key, sums]: [number, FeeSums]) => ({ key, ...sums })
      const beside = besideEachOther(now.map(toRow), before.map(toRow), ({ key }) => key)
      expect(new Set(beside.map(({ key }) => key)).size).toBe(beside.length)
      expect(beside.slice(0, now.length).map(({ key }) => key)).toEqual(now.map(([key]) => key))
      expect(addFeeSums(beside)).toEqual(addFeeSums(now.map(([, sums]) => sums)))
      expect(addFeeSums(beside.map((row) => row.before))).toEqual(addFeeSums(before.map(([, sums]) => sums)))
      if (before.length === 0) for (const row of beside) expect(row.before).toEqual(noFeeSums)
    }),
  )
})
