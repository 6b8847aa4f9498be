import { expect, test } from 'vitest'
import { pressed } from './padKeys.ts'

const after = (...keys: string[]) => keys.reduce(pressed, '')

test.each([
  [['1', '7'], '17'],
  [['1', '7', '.', '5'], '17.5'],
  [['1', '7', '½'], '17½'],
  [['1', '7', '½', '5'], '17½'],
  [['1', '.', '.', '5'], '1.5'],
  [['1', '7', '⌫'], '1'],
  [['1', '7', 'AB'], 'AB'],
  [['AB', '1'], '1'],
  [['AB', '⌫'], ''],
  [['A', 'B'], 'B'],
  [['⌫'], ''],
])('%j gives “%s”', (keys, text) => {
  expect(after(...keys)).toBe(text)
})
