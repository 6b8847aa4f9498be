import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, parseHexColor } from '#shared/colors.ts'
import { readableAccent } from './accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('every colour of a school is readable on the page', () => {
  fc.assert(
    fc.property(colour, (chosen) => {
      expect(contrastRatio(parseHexColor(readableAccent(chosen, 'light')), parseHexColor('#ffffff'))).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(parseHexColor(readableAccent(chosen, 'dark')), parseHexColor('#1b2026'))).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a readable colour is kept, and an invalid one gives the product’s own', () => {
  expect(readableAccent('#1f5f8b', 'light')).toBe('#1f5f8b')
  expect(readableAccent('red', 'light')).toBe('#1f5f8b')
  expect(readableAccent(null, 'light')).toBe('#1f5f8b')
})
