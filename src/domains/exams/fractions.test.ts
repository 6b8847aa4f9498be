import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFractions, compareFractions, fraction, roundDown, roundHalfUp, roundUp, scaleFraction } from './fractions.ts'

// Some products of these are safe numbers, some are just above them, some far.
const whole = fc.oneof(fc.nat(200_000), fc.maxSafeNat())
const above = whole.map((number) => number + 1)
const exact = fc.record({ numerator: whole, denominator: above })
const step = fc.constantFrom(1, 50, 100)

test('a fraction is rounded as one of unlimited numbers', () => {
  fc.assert(
    fc.property(exact, whole, above, step, (value, by, per, size) => {
      const numerator = BigInt(value.numerator) * BigInt(by)
      const unit = BigInt(value.denominator) * BigInt(per) * BigInt(size)
      const scaled = scaleFraction(value, by, per)
      expect(roundDown(scaled)).toBe(Number(numerator / (unit / BigInt(size))))
      expect(roundUp(scaled, size)).toBe(Number((numerator + unit - 1n) / unit) * size)
      expect(roundHalfUp(scaled, size)).toBe(Number((2n * numerator + unit) / (2n * unit)) * size)
    }),
  )
})

test('two fractions are compared exactly', () => {
  fc.assert(
    fc.property(exact, exact, (first, second) => {
      const difference =
        BigInt(first.numerator) * BigInt(second.denominator) - BigInt(second.numerator) * BigInt(first.denominator)
      expect(compareFractions(first, second)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
    }),
  )
})

test('a sum is exact', () => {
  fc.assert(
    fc.property(fc.array(exact, { maxLength: 6 }), (fractions) => {
      const [numerator, denominator] = fractions.reduce(
        ([upper, lower], each) => [
          upper * BigInt(each.denominator) + BigInt(each.numerator) * lower,
          lower * BigInt(each.denominator),
        ],
        [0n, 1n],
      )
      expect(compareFractions(addFractions(fractions), fraction(numerator, denominator))).toBe(0)
    }),
  )
})
