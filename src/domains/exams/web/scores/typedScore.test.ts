import { expect, test } from 'vitest'
import { typedScore } from './typedScore.ts'

const column = { highestMarks: 2000 }
const grades = ['A', 'B', 'C'].map((grade) => ({ grade, meaning: '' }))

test.each([
  ['17', '17'],
  [' 17.50 ', '17.5'],
  ['17½', '17.5'],
  ['½', '0.5'],
  ['.25', '0.25'],
  ['17.', '17'],
  ['१७', '17'],
  ['ab', 'AB'],
  ['Ml', 'ML'],
  ['EX', 'EX'],
  ['020', '20'],
  ['', ''],
])('“%s” is stored as “%s”', (typed, value) => {
  expect(typedScore(typed, column, [])).toEqual({ value, problem: null })
})

test.each([
  ['21', 'At most 20 marks'],
  ['20.5', 'At most 20 marks'],
  ['x', 'Enter marks such as 17 or 17.5, or AB, ML or EX'],
  ['17,5', 'Enter marks such as 17 or 17.5, or AB, ML or EX'],
  ['-1', 'Enter marks such as 17 or 17.5, or AB, ML or EX'],
])('“%s” is refused: %s', (typed, problem) => {
  expect(typedScore(typed, column, [])).toEqual({ value: typed, problem })
})

test('where grades are typed, a grade or a code is one', () => {
  expect(typedScore('b', { highestMarks: 300 }, grades)).toEqual({ value: 'B', problem: null })
  expect(typedScore('ab', { highestMarks: 300 }, grades)).toEqual({ value: 'AB', problem: null })
  expect(typedScore('2', { highestMarks: 300 }, grades).problem).toBe('Enter one of A, B, C, AB, ML, EX')
})
