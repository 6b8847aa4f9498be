import { expect, test } from 'vitest'
import { schoolIdInToken } from './paperTokens.ts'

test.each([
  ['1-AAAAAAAAAAAAAAAAAAAAAAAA', 1],
  ['zz-AAAAAAAAAAAAAAAAAAAAAA', 1295],
  ['1-short', null],
  ['1-AAAAAAAAAAAAAAAAAAAAAA/..', null],
  ['zzzzzzzzzzzz-AAAAAAAAAAAAAAAAAAAAAA', null],
  ['-AAAAAAAAAAAAAAAAAAAAAAAA', null],
  ['', null],
])('the school of the token %j is %j', (token, school) => {
  expect(schoolIdInToken(token)).toBe(school)
})
