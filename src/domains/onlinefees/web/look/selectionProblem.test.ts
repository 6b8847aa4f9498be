import { expect, test } from 'vitest'
import { selectionProblem } from './selectionProblem.ts'

const fixed = (pending: number) => ({ fixedAmount: true, pending })

test('surplus is used as a whole: the chosen fees must be large enough', () => {
  expect(selectionProblem(150_000, [])).toBe('No Fees Selected')
  expect(selectionProblem(150_000, [fixed(30_000)])).toBe('Choose fees of ₹1,200.00 more')
  expect(selectionProblem(150_000, [fixed(30_000), fixed(120_000)])).toBeNull()
  expect(selectionProblem(150_000, [fixed(150_001)])).toBeNull()
  expect(selectionProblem(150_000, [fixed(30_000), { fixedAmount: false, pending: 0 }])).toBeNull()
})
