import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePercent, percentNumber, showPercent } from './percent.ts'

test.each([
  ['25', 2500],
  ['12.5', 1250],
  [' 12.50 % ', 1250],
  ['0.05', 5],
  ['१०', 1000],
  ['100', 10_000],
  ['', null],
  ['12.345', null],
  ['-5', null],
  ['half', null],
])('parses %o', (text, share) => {
  expect(parsePercent(text)).toBe(share)
})

test('what is shown is read back', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (share) => parsePercent(percentNumber(share)) === share))
  expect([showPercent(1250), showPercent(10_000), showPercent(5)]).toEqual(['12.5 %', '100 %', '0.05 %'])
})
