import { expect, test } from 'vitest'
import { readyScheme } from '../../readySchemes.ts'
import { isByPoints, likelyClass, proposedSubjects } from './proposedSubjects.ts'

const scheme = readyScheme('cbse-6-8')

test('subjects that the class has and that are not assessed yet are proposed with marks', () => {
  expect(proposedSubjects(scheme, ['English', 'Science'], [{ name: ' english' }])).toEqual([
    { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] },
  ])
  const onlyGrades = { ...scheme, patterns: scheme.patterns.filter(({ name }) => isByPoints(scheme, name)) }
  expect(proposedSubjects(onlyGrades, ['Art'], [])).toMatchObject([{ kind: 'GRADES_ONLY', pattern: 'Co-scholastic' }])
})

test.each([
  ['7', '7'],
  ['VII', '7'],
  ['Std 7', '7'],
  ['class viii', '8'],
  ['6th', '6'],
  ['इयत्ता 6', '6'],
  ['Nursery', ''],
])('class %s is most likely class “%s” of the scheme', (className, expected) => {
  expect(likelyClass(['6', '7', '8'], className)).toBe(expected)
})
