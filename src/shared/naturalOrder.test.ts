import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNaturally } from './naturalOrder.ts'

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })
const names = fc.string({ unit: fc.constantFrom(...'0129abzABZ'), maxLength: 6 })

test('plain names have the order of the collator', () => {
  fc.assert(
    fc.property(names, names, (a, b) => {
      expect(Math.sign(compareNaturally(a, b))).toBe(collator.compare(a, b))
    }),
    { numRuns: 2000 },
  )
})

test('numbers are compared as numbers, and every script has its place', () => {
  expect(['10', 'Jr KG', '2', 'पहिली', '9', 'a', 'B'].toSorted(compareNaturally)).toEqual([
    '2',
    '9',
    '10',
    'a',
    'B',
    'Jr KG',
    'पहिली',
  ])
})
