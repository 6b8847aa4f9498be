import { expect, test } from 'vitest'
import { elapsedText } from './elapsed.ts'

test.each([
  [0, '00:00:00'],
  [999, '00:00:00'],
  [61_000, '00:01:01'],
  [3_599_999, '00:59:59'],
  [90_061_000, '25:01:01'],
  [-5000, '00:00:00'],
])('%i ms are %s', (ms, text) => {
  expect(elapsedText(1_000_000, 1_000_000 + ms)).toBe(text)
})
