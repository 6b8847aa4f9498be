import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { expect, test } from 'vitest'
import { actionFailed, answersForGood, onceFailed, requestKeys, sendAgain } from './requestKey.ts'

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

test('a key that is held for one thing is not sent for another', async () => {
  const withKey = requestKeys()
  const sent: [string, string][] = []
  const send = (thing: string, error?: Error) =>
    withKey(thing, (key) => {
      sent.push([thing, key])
      return error ? Promise.reject(error) : Promise.resolve()
    })
  const refused = new CombinedGraphQLErrors({
    data: null,
    errors: [{ message: 'Not so.', extensions: { code: 'CONFLICT', problems: [] } }],
  })
  await expect(send('17', new TypeError('Failed to fetch'))).rejects.toThrow()
  await send('18')
  await send('17')
  await expect(send('17', refused)).rejects.toThrow()
  await send('17')
  const [lost, other, again, next, after] = sent.map(([, key]) => key)
  expect(again).toBe(lost)
  expect(new Set([lost, other, next, after]).size).toBe(4)
})

test('a failed action is named in the words of the specification, unless nobody knows whether it failed', () => {
  const failure = { code: 'CONFLICT', expected: true, message: 'This payment was deleted by Asha.', problems: [] }
  expect(actionFailed(failure.message, failure)).toBe('Action Failed. Heres the error: This payment was deleted by Asha.')
  expect(onceFailed(failure.message, failure)).toBe(actionFailed(failure.message, failure))
  expect(onceFailed('', { code: 'NETWORK', expected: false, message: 'Network request failed', problems: [] })).toBe(sendAgain)
})
