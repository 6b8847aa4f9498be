import { describe, expect, test } from 'vitest'
import { readyScheme } from './readySchemes.ts'
import type { ScoreEntry } from './marks.rules.ts'
import { studentResult } from './results.rules.ts'
import { type AnalysedClass, analysedGroups, classMarks, fellMost, partBefore } from './schoolAnalysis.rules.ts'
import type { AssessedSubject } from './scheme.schema.ts'

const scheme = readyScheme('cbse-6-8')
const subject = (name: string, kind: AssessedSubject['kind'] = 'COUNTED', pattern = 'Scholastic'): AssessedSubject => ({
  name,
  kind,
  pattern,
  group: '',
  replaces: [],
})
const subjects = [subject('Science'), subject('Hindi'), subject('Art', 'GRADES_ONLY', 'Co-scholastic')]
const highest = { 'Periodic test': 10, Notebook: 5, 'Subject enrichment': 5, 'Half-yearly examination': 80 }

/** The scores of a subject in a part, each with a share of its highest mark. */
const scores = (name: string, part: string, share: number): ScoreEntry[] =>
  Object.entries(highest).map(([component, most]) => ({
    subject: name,
    part,
    component: part === 'Term 2' && component === 'Half-yearly examination' ? 'Yearly examination' : component,
    test: 1,
    score: most * share,
  }))

/** A student with shares of the marks in Science and Hindi, in both parts. */
function student(studentId: number, sectionId: number, shares: readonly (readonly [number, number])[]) {
  const entries = shares.flatMap(([science, hindi], index) => {
    const part = `Term ${index + 1}`
    return [
      ...scores('Science', part, science),
      ...scores('Hindi', part, hindi),
      { subject: 'Art', part, component: 'Grade', test: 1, score: 300 },
    ]
  })
  return { studentId, sectionId, result: studentResult(scheme, subjects, { className: '8', reexamined: [], scores: entries }) }
}

const class8: AnalysedClass = {
  classId: 8,
  scheme,
  subjects,
  students: [
    student(1, 71, [
      [80, 60],
      [60, 60],
    ]),
    student(2, 71, [
      [30, 50],
      [40, 20],
    ]),
    student(3, 72, [
      [20, 20],
      [50, 50],
    ]),
  ],
}
const asWhole = { whole: true, components: [] }
const keys = {
  classOf: () => '8',
  teachersOf: (sectionId: number, name: string) => (name === 'science' ? ['meera'] : [`hindi of ${sectionId}`]),
}

test('the part before', () => {
  expect([partBefore(scheme, 'Term 2'), partBefore(scheme, 'Term 1'), partBefore(scheme, null)]).toEqual(['Term 1', null, null])
})

describe('a class', () => {
  test('has failed the subjects below the least share in a part, and no graded ones', () => {
    const { failed, subjects: marks } = classMarks(class8, 'Term 1')
    expect([...failed]).toEqual([
      [2, [{ subject: 'Science', share: 3000, ...asWhole }]],
      [
        3,
        [
          { subject: 'Science', share: 2000, ...asWhole },
          { subject: 'Hindi', share: 2000, ...asWhole },
        ],
      ],
    ])
    expect(new Set(marks.map((mark) => mark.subject))).toEqual(new Set(['Science', 'Hindi']))
  })

  test('has failed in the year what the results say', () => {
    const low = student(4, 72, [
      [20, 60],
      [40, 60],
    ])
    const { failed } = classMarks({ ...class8, students: [...class8.students, low] }, null)
    expect([...failed]).toEqual([[4, [{ subject: 'Science', share: 3000, ...asWhole }]]])
  })
})

test('groups have their spread, who failed, and the change of the same students', () => {
  const groups = analysedGroups([classMarks(class8, 'Term 2')], keys)
  const shown = groups.map(({ kind, key, spread, failed, change }) => [kind, key, spread.marks, spread.mean, failed, change])
  expect(shown.filter(([kind]) => kind !== 'COMPONENT')).toEqual([
    ['CLASS', '8', 3, 4667, 1, 333],
    ['SECTION', '71', 2, 4500, 1, -1000],
    ['SECTION', '72', 1, 5000, 0, 3000],
    ['SUBJECT', 'science', 3, 5000, 0, 667],
    ['SUBJECT', 'hindi', 3, 4333, 1, 0],
    ['SUBJECT_OF_SECTION', '71 science', 2, 5000, 0, -500],
    ['SUBJECT_OF_SECTION', '71 hindi', 2, 4000, 1, -1500],
    ['SUBJECT_OF_SECTION', '72 science', 1, 5000, 0, 3000],
    ['SUBJECT_OF_SECTION', '72 hindi', 1, 5000, 0, 3000],
    ['TEACHER', 'meera', 3, 5000, 0, 667],
    ['TEACHER', 'hindi of 71', 2, 4000, 1, -1500],
    ['TEACHER', 'hindi of 72', 1, 5000, 0, 3000],
  ])
  // In the part before there is no yearly examination.
  expect(groups.flatMap(({ kind, key, change }) => (kind === 'COMPONENT' ? [[key, change]] : []))).toEqual([
    ['Periodic test', 333],
    ['Notebook', 333],
    ['Subject enrichment', 333],
    ['Yearly examination', null],
  ])
})

test('those who fell most come first', () => {
  expect(fellMost([classMarks(class8, 'Term 2')], 10)).toEqual([
    { studentId: 1, before: 7000, now: 6000 },
    { studentId: 2, before: 4000, now: 3000 },
  ])
  expect(fellMost([classMarks(class8, 'Term 2')], 1)).toHaveLength(1)
  expect(fellMost([classMarks(class8, 'Term 1')], 10)).toEqual([])
})
