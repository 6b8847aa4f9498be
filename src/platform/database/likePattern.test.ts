import { expect, test } from 'vitest'
import { containsPattern } from './likePattern.ts'

test('escapes %, _ and \\', () => {
  expect(containsPattern('50%_\\')).toBe('%50\\%\\_\\\\%')
})
