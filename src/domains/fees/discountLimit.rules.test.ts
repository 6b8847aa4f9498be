import { expect, test } from 'vitest'
import { isAboveLimit } from './discountLimit.rules.ts'

const fees = [
  { amount: 150_000, discount: 0 },
  { amount: 50_000, discount: 5_000 },
]

test.each([
  [false, 'no limit', { share: null, amount: null }, 195_000],
  [false, 'up to the amount, earlier discounts included', { share: null, amount: 20_000 }, 15_000],
  [true, 'above the amount, earlier discounts included', { share: null, amount: 20_000 }, 15_001],
  [false, 'up to the share of the fees together', { share: 1000, amount: null }, 15_000],
  [true, 'above the share', { share: 1000, amount: null }, 15_001],
  [true, 'above one of both', { share: 5000, amount: 20_000 }, 15_001],
  [true, 'none allowed', { share: 0, amount: null }, 1],
])('above the limit: %s, %s', (above, _, limit, amount) => {
  expect(isAboveLimit(limit, fees, amount)).toBe(above)
})
