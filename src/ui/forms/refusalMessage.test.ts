import { describe, expect, test } from 'vitest'
import type { Failure } from '../problems.ts'
import { refusalMessage } from './refusalMessage.ts'

const failure = (message: string, problems: Failure['problems'] = []): Failure => ({
  expected: true,
  code: 'CONFLICT',
  message,
  problems,
})
const words = (message: string) => `Something Went Wrong. Here’s the error ${message}`

describe('one alert per problem', () => {
  test('a problem shown at its field is not repeated above the buttons', () => {
    const taken = failure('This name is taken', [{ path: 'name', message: 'This name is taken' }])
    expect(refusalMessage(taken, null)).toBeNull()
    expect(refusalMessage(taken, null, words)).toBeNull()
  })

  test("a problem without a field is shown once, with the screen's message", () => {
    expect(refusalMessage(failure('Network request failed'), 'Network request failed', words)).toBe(
      'Something Went Wrong. Here’s the error Network request failed',
    )
    const hidden = failure('Two things are wrong', [{ path: 'seen', message: 'It was changed meanwhile' }])
    expect(refusalMessage(hidden, 'It was changed meanwhile', words)).toBe(
      'Something Went Wrong. Here’s the error It was changed meanwhile',
    )
    expect(refusalMessage(hidden, 'It was changed meanwhile')).toBe('It was changed meanwhile')
  })
})
