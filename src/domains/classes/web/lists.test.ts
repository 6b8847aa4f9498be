import { expect, test } from 'vitest'
import { stays } from './lists.ts'

test('keptText mentions only the class for a section without teachers', () => {
  expect(stays(true, 0)).toBe('Its class stays.')
  expect(stays(true, 1)).toBe('Its class and its teacher stay.')
  expect(stays(true, 3)).toBe('Its class and its teachers stay.')
})

test('keptText is blank for a subject or book without teachers', () => {
  expect(stays(false, 0)).toBe('')
  expect(stays(false, 1)).toBe('Its teacher stays.')
  expect(stays(false, 2)).toBe('Its teachers stay.')
})
