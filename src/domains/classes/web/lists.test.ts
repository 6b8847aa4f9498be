import { expect, test } from 'vitest'
import { keptText } from './keptText.ts'

test('keptText mentions only the class for a section without teachers', () => {
  expect(keptText(true, 0)).toBe('Its class stays.')
  expect(keptText(true, 1)).toBe('Its class and its teacher stay.')
  expect(keptText(true, 3)).toBe('Its class and its teachers stay.')
})

test('keptText is blank for a subject or book without teachers', () => {
  expect(keptText(false, 0)).toBe('')
  expect(keptText(false, 1)).toBe('Its teacher stays.')
  expect(keptText(false, 2)).toBe('Its teachers stay.')
})
