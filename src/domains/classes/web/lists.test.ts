import { expect, test } from 'vitest'
import { stays } from './lists.ts'

test('a section without teachers does not keep "its teachers"', () => {
  expect(stays(true, 0)).toBe('Its class stays.')
  expect(stays(true, 1)).toBe('Its class and its teacher stay.')
  expect(stays(true, 3)).toBe('Its class and its teachers stay.')
})

test('nor does a subject or a book', () => {
  expect(stays(false, 0)).toBe('')
  expect(stays(false, 1)).toBe('Its teacher stays.')
  expect(stays(false, 2)).toBe('Its teachers stay.')
})
