import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stripAadhaarSeparators, isAadhaar, isMaskedAadhaar, maskAadhaar, verhoeffDigit } from './aadhaar.ts'

const aadhaar = fc.tuple(fc.constantFrom(...'23456789'), fc.stringMatching(/^\d{10}$/)).map(([first, rest]) => {
  const digits = first + rest
  return digits + verhoeffDigit(digits)
})

describe('Aadhaar', () => {
  test('knows the published example of the checksum', () => {
    // Verhoeff's own example: 236 has the check digit 3.
    expect(verhoeffDigit('236')).toBe('3')
  })

  test.each(['', '23456789012', '1'.repeat(12), '012345678901', '2345 6789 0124', '23456789012a', '२३४५६७८९०१२४'])(
    'refuses %j',
    (text) => {
      expect(isAadhaar(text)).toBe(false)
    },
  )

  test('takes every number with its own check digit, and with no other', () => {
    fc.assert(
      fc.property(aadhaar, fc.integer({ min: 1, max: 9 }), (number, by) => {
        expect(isAadhaar(number)).toBe(true)
        expect(isAadhaar(number.slice(0, 11) + String((Number(number[11]) + by) % 10))).toBe(false)
      }),
    )
  })

  test('finds every single wrong digit', () => {
    fc.assert(
      fc.property(aadhaar, fc.nat(11), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
        const wrong = [...number]
        wrong[place] = String((Number(wrong[place]) + by) % 10)
        expect(isAadhaar(wrong.join(''))).toBe(false)
      }),
    )
  })

  test('finds every swap of two neighbours', () => {
    fc.assert(
      fc.property(aadhaar, fc.nat(10), (number, place) => {
        const digits = [...number]
        fc.pre(digits[place] !== digits[place + 1])
        const swapped = [...digits.slice(0, place), digits[place + 1], digits[place], ...digits.slice(place + 2)].join('')
        expect(isAadhaar(swapped)).toBe(false)
      }),
    )
  })

  test('is read with spaces or hyphens, and shown by its last four digits', () => {
    fc.assert(
      fc.property(aadhaar, fc.constantFrom(' ', '-', '\u00a0'), (number, between) => {
        expect(stripAadhaarSeparators([number.slice(0, 4), number.slice(4, 8), number.slice(8)].join(between))).toBe(number)
        const shown = maskAadhaar(number.slice(8))
        expect(isMaskedAadhaar(shown)).toBe(true)
        expect(isAadhaar(stripAadhaarSeparators(shown))).toBe(false)
      }),
    )
    expect(maskAadhaar(null)).toBe('')
  })
})
