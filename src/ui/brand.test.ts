import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOf } from './brand.ts'

// Values of the browsers' own `oklch(from … l c h)`.
test.each([
  ['#2b4bc4', 266.7, 0.195],
  ['#b3132f', 21.3, 0.185],
  ['#f2b705', 85.5, 0.166],
  ['#1f5f8b', 243.6, 0.098],
])('%s has hue %d and chroma %d', (color, hue, chroma) => {
  const brand = brandOf(color)
  expect(brand?.hue).toBeCloseTo(hue, 0)
  expect(brand?.chroma).toBeCloseTo(chroma, 2)
})

test('a grey has no chroma', () => {
  for (const grey of ['#000000', '#808080', '#ffffff']) expect(brandOf(grey)?.chroma).toBeLessThan(0.001)
})

test('what is not a colour gives none', () => {
  for (const text of [null, '', 'red', '#12345', 'red;}', '#1234567']) expect(brandOf(text)).toBeNull()
})

test('every colour has a hue and a chroma that styles can use', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, (one) => {
      const brand = brandOf(one)
      expect(brand?.hue).toBeGreaterThanOrEqual(0)
      expect(brand?.hue).toBeLessThan(360)
      expect(brand?.chroma).toBeLessThan(0.35)
    }),
  )
})
