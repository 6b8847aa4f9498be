import { expect, test } from 'vitest'
import { GraphqlError } from './data/requestGraphql.ts'
import {
  actionFailedMessage,
  isDefiniteAnswer,
  onceFailedMessage,
  createRequestKeys,
  unknownOutcomeMessage,
} from './requestKey.ts'

test.each([
  ['BAD_INPUT', true, true],
  ['CONFLICT', true, true],
  ['UNAVAILABLE', true, false],
  ['SERVER', false, false],
  ['NETWORK', false, false],
  ['UNEXPECTED', false, false],
])('%s: a definite answer, so a new key: %s', (code, expected, definite) => {
  expect(isDefiniteAnswer({ code, expected, message: '', problems: [] })).toBe(definite)
})

test('a pending key of one thing is not sent for another', async () => {
  const withKey = createRequestKeys()
  const sent: [string, string][] = []
  const send = (thing: string, error?: Error) =>
    withKey(thing, (key) => {
      sent.push([thing, key])
      return error ? Promise.reject(error) : Promise.resolve()
    })
  const refused = new GraphqlError([{ message: 'Not so.', extensions: { code: 'CONFLICT', problems: [] } }])
  await expect(send('17', new TypeError('Failed to fetch'))).rejects.toThrow()
  await send('18')
  await send('17')
  await expect(send('17', refused)).rejects.toThrow()
  await send('17')
  const [lost, other, again, next, after] = sent.map(([, key]) => key)
  expect(again).toBe(lost)
  expect(new Set([lost, other, next, after]).size).toBe(4)
})

test("a failed action has the specification's message, unless nobody knows whether it failed", () => {
  const failure = { code: 'CONFLICT', expected: true, message: 'This payment was deleted by Asha.', problems: [] }
  expect(actionFailedMessage(failure.message, failure)).toBe('Action Failed. Here’s the error: This payment was deleted by Asha.')
  expect(onceFailedMessage(failure.message, failure)).toBe(actionFailedMessage(failure.message, failure))
  expect(onceFailedMessage('', { code: 'NETWORK', expected: false, message: 'Network request failed', problems: [] })).toBe(
    unknownOutcomeMessage,
  )
})
