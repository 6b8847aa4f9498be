import { expect, test } from 'vitest'
import { entriesOf, gradedCount, gradeOf, type HolisticStudent, withGrade, withWords, wordsOf } from './holisticDrafts.ts'

const asked = {
  voices: [
    { voice: 'TEACHER' as const, grades: [] },
    { voice: 'OWN' as const, grades: [] },
  ],
  areas: [
    {
      id: 1,
      name: 'Awareness',
      statements: [
        { id: 1, text: 'One' },
        { id: 2, text: 'Two' },
      ],
    },
  ],
}
const student: HolisticStudent = {
  studentId: '7',
  name: 'Asha Patil',
  roll: '1',
  version: 3,
  descriptors: [{ voice: 'TEACHER', statement: 1, grade: 'Sky' }],
  words: [{ voice: 'OWN', area: 1, text: 'I skip rope.' }],
  changedByName: '',
}

test('what is chosen stands over what is stored, by voice', () => {
  const draft = withGrade(withGrade(undefined, 'TEACHER', 1, 'Stream'), 'OWN', 2, 'Sky')
  expect(gradeOf(student, undefined, 'TEACHER', 1)).toBe('Sky')
  expect(gradeOf(student, draft, 'TEACHER', 1)).toBe('Stream')
  expect(gradeOf(student, draft, 'OWN', 2)).toBe('Sky')
  expect(gradeOf(student, draft, 'OWN', 1)).toBe('')
  expect(gradedCount(asked, student, draft, 'OWN')).toBe(1)
})

test('a whole card is sent: what was not touched stays, and what was cleared goes', () => {
  const draft = withWords(withGrade(undefined, 'TEACHER', 1, ''), 'TEACHER', 1, '  Runs well. ')
  expect(wordsOf(student, draft, 'TEACHER', 1)).toBe('  Runs well. ')
  expect(entriesOf(asked, student, draft)).toEqual({
    studentId: '7',
    seen: 3,
    descriptors: [],
    words: [
      { voice: 'TEACHER', area: 1, text: 'Runs well.' },
      { voice: 'OWN', area: 1, text: 'I skip rope.' },
    ],
  })
})
