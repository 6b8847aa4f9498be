import { expect, test } from 'vitest'
import { answersForGood } from './requestKey.ts'

test.each([
  ['BAD_INPUT', true, true],
  ['CONFLICT', true, true],
  ['UNAVAILABLE', true, false],
  ['SERVER', false, false],
  ['NETWORK', false, false],
  ['UNEXPECTED', false, false],
])('%s: a new key afterwards is %s', (code, expected, definite) => {
  expect(answersForGood({ code, expected, message: '', problems: [] })).toBe(definite)
})
