import { expect, test } from 'vitest'
import { showBytes } from './bytes.ts'

test.each([
  [0, '0 MB'],
  [1_499_999, '1 MB'],
  [999_400_000, '999 MB'],
  [999_600_000, '1.0 GB'],
  [9_460_000_000, '9.5 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(showBytes(bytes)).toBe(text)
})
