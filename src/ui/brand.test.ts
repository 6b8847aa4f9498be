import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOf, tintOf } from './brand.ts'

// Values of the browsers' own `oklch(from … l c h)`.
test.each([
  ['#2b4bc4', 266.99, 0.192],
  ['#b3132f', 20.56, 0.188],
  ['#f2b705', 84.95, 0.166],
  ['#1f5f8b', 243.11, 0.096],
])('%s has hue %d and chroma %d', (color, hue, chroma) => {
  const brand = brandOf(color)
  expect(brand?.hue).toBeCloseTo(hue, 1)
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

test('a tint keeps its colour, except in a red school', () => {
  expect(tintOf({ hue: 153, chroma: 0.1 })).toBe(1)
  expect(tintOf({ hue: 20.56, chroma: 0.19 })).toBeLessThan(1)
  expect(tintOf({ hue: 358, chroma: 0.19 })).toBeLessThan(1)
})
