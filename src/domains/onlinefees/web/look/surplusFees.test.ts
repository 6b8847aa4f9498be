import { expect, test } from 'vitest'
import { notYet } from './surplusFees.ts'

const fixed = (pending: number) => ({ fixedAmount: true, pending })

test('surplus money is used as a whole: the chosen fees must have room for it', () => {
  expect(notYet(150_000, [])).toBe('No Fees Selected')
  expect(notYet(150_000, [fixed(30_000)])).toBe('Choose fees of ₹1,200.00 more')
  expect(notYet(150_000, [fixed(30_000), fixed(120_000)])).toBeNull()
  expect(notYet(150_000, [fixed(150_001)])).toBeNull()
  expect(notYet(150_000, [fixed(30_000), { fixedAmount: false, pending: 0 }])).toBeNull()
})
