import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitIntoParts } from './printParts.ts'

test('splits more than 500 receipts into parts', () => {
  expect(splitIntoParts(500, 500)).toEqual([{ number: 1, first: 1, last: 500 }])
  expect(splitIntoParts(1240, 500)).toEqual([
    { number: 1, first: 1, last: 500 },
    { number: 2, first: 501, last: 1000 },
    { number: 3, first: 1001, last: 1240 },
  ])
  expect(splitIntoParts(0, 500)).toEqual([])
})

test('the parts contain every receipt once, and none is too large', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20_000 }), fc.integer({ min: 1, max: 500 }), (count, size) => {
      const parts = splitIntoParts(count, size)
      expect(parts.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBe(count)
      for (const [place, { first, last }] of parts.entries()) {
        expect(last - first).toBeLessThan(size)
        expect(first).toBe((parts[place - 1]?.last ?? 0) + 1)
      }
    }),
  )
})
