import { getContrastRatio } from '@mui/material/styles'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentFor, productAccent } from './accent.ts'

test('every colour that a school chooses becomes readable, in light and dark mode', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, (chosen) => {
      expect(getContrastRatio(accentFor(chosen, 'light'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(getContrastRatio(accentFor(chosen, 'dark'), '#1e1e1e')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test("a readable colour stays unchanged, and an invalid one gives the product's colour", () => {
  expect(accentFor('#8b1f5f', 'light')).toBe('#8b1f5f')
  expect(accentFor('red;}', 'light')).toBe(productAccent)
  expect(accentFor(null, 'light')).toBe(productAccent)
})
