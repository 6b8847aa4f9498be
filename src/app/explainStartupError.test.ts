import { expect, test } from 'vitest'
import { CannotStart } from '#platform/cannotStart.ts'
import { explainStartupError } from './explainStartupError.ts'

test('a database that is away or too busy is no mistake of the product', () => {
  for (const error of [new Error('timeout exceeded when trying to connect'), new Error('Connection terminated unexpectedly')])
    expect(explainStartupError(error)).toMatch(/^PostgreSQL has stopped answering, .*Try again\.$/)
})

test('a sentence for the operator is said as it is, and an unknown error with its place', () => {
  expect(explainStartupError(new CannotStart('Set PORT.'))).toBe('Set PORT.')
  expect(explainStartupError(new Error('x is undefined'))).toMatch(/mistake of its own[^]*x is undefined/)
})

test('a file that is missing is not taken for a database that is away', () => {
  const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '/opt/shala/x' })
  expect(explainStartupError(missing)).toContain('mistake of its own')
})
