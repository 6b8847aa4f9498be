import { expect, test } from 'vitest'
import { numberKinds, parseMarks, parseMarksList, showMarksList } from './schemeNumbers.ts'

test('marks are hundredths, typed in Latin or Indian digits', () => {
  expect(['80', '12.5', '0.25', ' ८० ', '1000'].map(parseMarks)).toEqual([8000, 1250, 25, 8000, 100_000])
  expect(['', 'x', '12.555', '12,5', '-1'].map(parseMarks)).toEqual([null, null, null, null, null])
})

test('whole numbers have no decimals', () => {
  expect(['3', '२', '1.5', ''].map(numberKinds.whole.parse)).toEqual([3, 2, null, null])
})

test('a list of highest marks keeps what it cannot read, for the message at the field', () => {
  expect(parseMarksList('25, 25 12.5;x')).toEqual([2500, 2500, 1250, 'x'])
  expect(showMarksList([2500, 1250, 'x'])).toBe('25, 12.5, x')
  expect(parseMarksList('')).toEqual([])
})
