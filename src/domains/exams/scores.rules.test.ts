import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readyScheme } from './readySchemes.ts'
import type { Scheme } from './scheme.schema.ts'
import { lostColumns, readScore, scoreGround, showScore } from './scores.rules.ts'

const scheme = readyScheme('cbse-6-8')
const marked = scoreGround(scheme, 'Scholastic', 'Term 1')
const graded = scoreGround(scheme, 'Co-scholastic', 'Term 1')

test('a sheet has the tests of the components of its part, in the order of the scheme', () => {
  expect(marked.columns).toEqual([
    { component: 'Periodic test', test: 1, tests: 1, highestMarks: 1000 },
    { component: 'Notebook', test: 1, tests: 1, highestMarks: 500 },
    { component: 'Subject enrichment', test: 1, tests: 1, highestMarks: 500 },
    { component: 'Half-yearly examination', test: 1, tests: 1, highestMarks: 8000 },
  ])
  expect(marked.grades).toEqual([])
  expect(graded.grades.map(({ grade }) => grade)).toEqual(['A', 'B', 'C'])
  expect(scoreGround(scheme, 'Scholastic', 'Term 3').columns).toEqual([])
  expect(() => scoreGround(scheme, 'Practical', 'Term 1')).toThrow('no pattern Practical')
})

describe('a typed value', () => {
  const read = (value: string, highestMarks = 2000) => readScore(value, { highestMarks }, [])
  test.each([
    ['17', 1700],
    ['17.5', 1750],
    [' 17.05 ', 1705],
    ['0', 0],
    ['20', 2000],
    ['१७.५', 1750],
    ['ab', 'AB'],
    ['Ml', 'ML'],
    ['EX', 'EX'],
    ['', null],
    ['  ', null],
  ])('%j is %j', (value, score) => {
    expect(read(value)).toEqual({ score })
  })

  test.each(['A', '17,5', '17.555', '-1', '1e1', '.5', '17/20', 'Absent', '99999'])('%j is refused', (value) => {
    expect(read(value)).toEqual({ problem: 'Enter marks such as 17 or 17.5, or AB, ML or EX' })
  })

  test('above the highest mark is refused', () => {
    expect(read('20.01')).toEqual({ problem: 'At most 20 marks' })
    expect(read('13', 1250)).toEqual({ problem: 'At most 12.5 marks' })
  })

  test('is a grade where grades are given', () => {
    const column = graded.columns[0]!
    expect(readScore('b', column, graded.grades)).toEqual({ score: 200 })
    expect(readScore('EX', column, graded.grades)).toEqual({ score: 'EX' })
    expect(readScore('2', column, graded.grades)).toEqual({ problem: 'Enter one of A, B, C, AB, ML, EX' })
  })

  test('is read as the score that it was shown for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (marks) => {
        expect(readScore(showScore(marks, []), { highestMarks: 100_000 }, [])).toEqual({ score: marks })
      }),
    )
    for (const { from } of graded.grades)
      expect(readScore(showScore(from * 100, graded.grades), { highestMarks: 300 }, graded.grades)).toEqual({ score: from * 100 })
  })
})

describe('scores under another scheme', () => {
  const used = [
    { subjectId: 1, part: 'Term 1', component: 'Periodic test', test: 1, most: 950 },
    { subjectId: 1, part: 'Term 1', component: 'Notebook', test: 1, most: null },
    { subjectId: 2, part: 'Term 2', component: 'Grade', test: 1, most: 300 },
  ]
  const lost = (after: Scheme) =>
    lostColumns(scheme, after, (id) => (id === 1 ? 'Scholastic' : 'Co-scholastic'), used).map(
      ({ component, why, highestMarks }) => ({
        component,
        why,
        highestMarks,
      }),
    )
  const withComponents = (change: (component: Scheme['patterns'][number]['components'][number]) => object): Scheme => ({
    ...scheme,
    patterns: scheme.patterns.map((pattern) => ({
      ...pattern,
      components: pattern.components.map((component) => ({ ...component, ...change(component) })),
    })),
  })

  test('stay where their tests stay and none is above the highest mark', () => {
    expect(lost(scheme)).toEqual([])
    expect(lost(withComponents(({ name }) => (name === 'Periodic test' ? { highestMarks: [950] } : {})))).toEqual([])
    // A code has no marks.
    expect(lost(withComponents(({ name }) => (name === 'Notebook' ? { highestMarks: [100] } : {})))).toEqual([])
  })

  test('are lost with their component, part or test, and above the highest mark', () => {
    expect(lost(withComponents(({ name }) => (name === 'Periodic test' ? { name: 'Unit test' } : {})))).toEqual([
      { component: 'Periodic test', why: 'GONE', highestMarks: 0 },
    ])
    expect(lost(withComponents(({ name }) => (name === 'Grade' ? { parts: ['Term 1'] } : {})))).toEqual([
      { component: 'Grade', why: 'GONE', highestMarks: 0 },
    ])
    expect(lost(withComponents(({ name }) => (name === 'Periodic test' ? { highestMarks: [900] } : {})))).toEqual([
      { component: 'Periodic test', why: 'ABOVE', highestMarks: 900 },
    ])
  })

  test('are lost when a scale by points gets another number of grades', () => {
    const scales = scheme.scales.map((scale) =>
      scale.by === 'POINTS' ? { ...scale, grades: [{ grade: 'A+', from: 4, to: 4, meaning: '' }, ...scale.grades] } : scale,
    )
    const after = { ...withComponents(({ name }) => (name === 'Grade' ? { highestMarks: [400] } : {})), scales }
    expect(lost(after)).toEqual([{ component: 'Grade', why: 'GRADES', highestMarks: 400 }])
  })
})
