import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExamClass, examClasses } from '#tests/examSchemes.ts'
import {
  type AnalysedMark,
  type AnalysedStudent,
  falls,
  leastShares,
  type MarkPlace,
  spreadOf,
  spreads,
} from './analysis.rules.ts'
import { readyScheme } from './readySchemes.ts'
import type { Assessed } from './marks.rules.ts'
import { studentResult } from './results.rules.ts'

const analysed = ({ scheme, subjects, students }: ExamClass): AnalysedStudent[] =>
  students.map((student, index) => ({
    studentId: index + 1,
    sectionId: (index % 2) + 1,
    result: studentResult(scheme, subjects, student),
  }))

const share = (each: number): Assessed => ({ obtained: each, outOf: 10_000, share: each, grade: each < 3300 ? 'E' : 'A1' })

const marksOf = (results: readonly Assessed[], place: Partial<AnalysedMark> = {}): AnalysedMark[] =>
  results.map((result, index) => ({
    studentId: index + 1,
    sectionId: 1,
    subject: 'Science',
    part: 'Term 1',
    component: null,
    ...place,
    result,
  }))

/** Returns every mark of students: of the year, of each part, of each component, and their totals. */
function analysedMarks(students: readonly AnalysedStudent[]): AnalysedMark[] {
  return students.flatMap(({ studentId, sectionId, result: { subjects, parts, total } }) => {
    const mark = (result: Assessed, place: Partial<MarkPlace>): AnalysedMark => ({
      studentId,
      sectionId,
      subject: null,
      part: null,
      component: null,
      ...place,
      result,
    })
    return [
      mark(total, {}),
      ...parts.map(({ part, result }) => mark(result, { part })),
      ...subjects.flatMap(({ subject, parts: ofSubject, result }) => [
        mark(result, { subject }),
        ...ofSubject.flatMap(({ part, components, result: ofPart }) => [
          mark(ofPart, { subject, part }),
          ...components.map(({ component, result: ofComponent }) => mark(ofComponent, { subject, part, component })),
        ]),
      ]),
    ]
  })
}

const noLeast = () => null

describe('the spread of marks', () => {
  test('has mean, quarters, missing ones and those below the least share', () => {
    const marks = marksOf([share(9000), share(1000), 'MISSING', share(3300), share(5001), 'LEFT_OUT'])
    expect(spreadOf(marks, () => 3300)).toEqual({
      marks: 4,
      missing: 1,
      mean: 4575,
      lowest: 1000,
      lowerQuarter: 1000,
      median: 3300,
      upperQuarter: 5001,
      highest: 9000,
      below: 1,
    })
    expect(spreadOf(marksOf(['MISSING', 'LEFT_OUT']), noLeast)).toBeNull()
    expect(spreadOf(marksOf([share(5000)]), noLeast)?.below).toBeNull()
  })

  test('of any class lies between its lowest and highest share, in any order of the students', () => {
    fc.assert(
      fc.property(examClasses, (examClass) => {
        const leastOf = leastShares(examClass.scheme, examClass.subjects)
        const marks = analysedMarks(analysed(examClass))
        const spread = spreadOf(marks, leastOf)
        expect(spreadOf(marks.toReversed(), leastOf)).toEqual(spread)
        if (!spread) return
        const { lowest, lowerQuarter, median, upperQuarter, highest, mean } = spread
        const inOrder = [lowest, lowerQuarter, median, upperQuarter, highest]
        expect(inOrder.toSorted((first, second) => first - second)).toEqual(inOrder)
        expect(mean).toBeGreaterThanOrEqual(lowest)
        expect(mean).toBeLessThanOrEqual(highest)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the spreads of groups', () => {
  test('count each mark once, by any key', () => {
    fc.assert(
      fc.property(examClasses, (examClass) => {
        const marks = analysedMarks(analysed(examClass))
        const leastOf = leastShares(examClass.scheme, examClass.subjects)
        const all = spreadOf(marks, leastOf)
        for (const keysOf of [
          ({ sectionId }: AnalysedMark) => [sectionId],
          ({ subject }: AnalysedMark) => [subject ?? 'total'],
          ({ part, component }: AnalysedMark) => [`${part} ${component}`],
        ]) {
          const groups = spreads(marks, [], keysOf as (mark: AnalysedMark) => (string | number)[], leastOf)
          expect(groups.reduce((sum, { spread }) => sum + spread.marks, 0)).toBe(all?.marks ?? 0)
          expect(groups.every(({ change }) => change === null)).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('count a mark for each teacher of the subject, and the change of the same students only', () => {
    const before = marksOf([share(5000), share(7000), 'MISSING'])
    const now = marksOf([share(4000), share(7501), share(100)], { part: 'Term 2' })
    const groups = spreads(now, before, () => ['Asha', 'Ravi'], noLeast)
    expect(groups.map(({ key, spread, change }) => [key, spread.marks, change])).toEqual([
      ['Asha', 3, -250],
      ['Ravi', 3, -250],
    ])
  })
})

test('the least share is the subject’s, the component’s or the total’s, and none for grades only', () => {
  const scheme = readyScheme('maharashtra-9-10')
  const [pattern] = scheme.patterns
  const base = { pattern: pattern!.name, group: '', replaces: [] }
  const leastOf = leastShares(scheme, [
    { ...base, name: 'Science', kind: 'COUNTED' },
    { ...base, name: 'Art', kind: 'GRADES_ONLY' },
  ])
  const place = { part: null, component: null }
  expect(leastOf({ ...place, subject: 'Science' })).toBe(scheme.pass.subject)
  expect(leastOf({ ...place, subject: 'Art' })).toBeNull()
  expect(leastOf({ ...place, subject: null })).toBe(scheme.pass.total)
  for (const { name, pass } of pattern!.components) expect(leastOf({ ...place, subject: 'Science', component: name })).toBe(pass)
})

test('who fell most comes first; who rose, stayed or has one mark only is not among them', () => {
  const before = marksOf([share(9000), share(5000), share(5000), share(4000), 'MISSING', share(3000)])
  const now = marksOf([share(8000), share(2000), share(5000), share(4100), share(1), 'LEFT_OUT'], { part: 'Term 2' })
  expect(falls(now, before)).toEqual([
    { studentId: 2, subject: 'Science', before: 5000, now: 2000 },
    { studentId: 1, subject: 'Science', before: 9000, now: 8000 },
  ])
})
