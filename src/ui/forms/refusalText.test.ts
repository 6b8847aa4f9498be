import { describe, expect, test } from 'vitest'
import type { Failure } from '../problems.ts'
import { refusalText } from './refusalText.ts'

const failure = (message: string, problems: Failure['problems'] = []): Failure => ({
  expected: true,
  code: 'CONFLICT',
  message,
  problems,
})
const words = (message: string) => `Something Went Wrong. Heres the error ${message}`

describe('one alert for one mistake', () => {
  test('a mistake that stands on its field is said nowhere else, in whatever words', () => {
    const taken = failure('This name is taken', [{ path: 'name', message: 'This name is taken' }])
    expect(refusalText(taken, null)).toBeNull()
    expect(refusalText(taken, null, words)).toBeNull()
  })

  test('one that stands on no field is said once, in the words of the screen', () => {
    expect(refusalText(failure('Network request failed'), 'Network request failed', words)).toBe(
      'Something Went Wrong. Heres the error Network request failed',
    )
    const hidden = failure('Two things are wrong', [{ path: 'seen', message: 'It was changed meanwhile' }])
    expect(refusalText(hidden, 'It was changed meanwhile', words)).toBe(
      'Something Went Wrong. Heres the error It was changed meanwhile',
    )
    expect(refusalText(hidden, 'It was changed meanwhile')).toBe('It was changed meanwhile')
  })
})
