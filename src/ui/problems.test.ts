import { expect, test } from 'vitest'
import { GraphqlError, ServerError } from './data/requestGraphql.ts'
import { failureOf, genericMessage, isRetryable, problemsOf } from './problems.ts'

const answered = (message: string, extensions: Record<string, unknown>) => new GraphqlError([{ message, extensions }])

test('a refusal keeps its message and its fields; malformed problems are dropped', () => {
  const error = answered('This phone is taken.', {
    code: 'BAD_INPUT',
    problems: [{ path: 'phone', message: 'Taken' }, { path: 3, message: 'odd' }, null, 'odd'],
  })
  expect(problemsOf(error)).toEqual([{ path: 'phone', message: 'Taken' }])
  expect(failureOf(error)).toMatchObject({ expected: true, code: 'BAD_INPUT' })
  expect(genericMessage(failureOf(error))).toBe('This phone is taken.')
})

test.each([
  [answered('Broken.', { code: 'INTERNAL_SERVER_ERROR', id: 'a1' }), 'Error in Apollo Action. Broken. (a1)'],
  [answered('Broken.', {}), 'Error in Apollo Action. Broken.'],
  [new TypeError('Failed to fetch'), 'Network request failed'],
  [new ServerError(502), 'Error in Apollo Action. The server answered 502.'],
  [new Error('odd'), 'Error in Apollo Action. odd'],
  [undefined, 'Error in Apollo Action. Check console for more info.'],
])('%s is shown as %j', (error, words) => {
  expect(genericMessage(failureOf(error))).toBe(words)
  expect(problemsOf(error)).toEqual([])
})

test('an unavailable database keeps its message and is retryable; a refusal is not', () => {
  const words = 'The database does not answer. Nothing was saved. Please try again in a moment.'
  const away = failureOf(answered(words, { code: 'UNAVAILABLE' }))
  expect(away).toMatchObject({ expected: true, code: 'UNAVAILABLE' })
  expect(genericMessage(away)).toBe(words)
  expect(isRetryable(away)).toBe(true)
  expect(isRetryable(failureOf(new TypeError('Failed to fetch')))).toBe(true)
  expect(isRetryable(failureOf(answered('This phone is taken.', { code: 'CONFLICT' })))).toBe(false)
})
