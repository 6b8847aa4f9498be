import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenCards } from '#tests/examCards.ts'
import { proposedRemarks, type RemarkFacts, remarkFacts } from './remarks.rules.ts'
import { type RemarkRule, remarkForm } from './remarks.schema.ts'
import { studentResult } from './results.rules.ts'

const share = fc.integer({ min: 0, max: 10_000 })
const facts = fc.record<RemarkFacts>({
  total: fc.option(share),
  attendance: fc.option(share),
  subjects: fc.array(fc.record({ name: fc.constantFrom('Science', 'Art'), share: fc.option(share), failed: fc.boolean() })),
})
const rule = (on: RemarkRule['on'], from = 0, to = 10_000, subject = ''): { rule: RemarkRule } => ({
  rule: { on, from, to, subject },
})

describe('remarks by rule', () => {
  test('ranges without a gap propose exactly one remark for each student with a total, 0 % and 100 % included', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 8 }), facts, (borders, student) => {
        const edges = [0, ...borders.toSorted((one, other) => one - other), 10_000]
        const list = edges.slice(1).map((to, index) => rule('TOTAL', edges[index], to))
        expect(proposedRemarks(list, student)).toHaveLength(student.total === null ? 0 : 1)
      }),
    )
  })

  test('proposals stand in the order of the list, and one does not depend on the others', () => {
    const rules = fc.record<RemarkRule>({
      on: fc.constantFrom('TOTAL', 'SUBJECT', 'ATTENDANCE', 'FAILED'),
      subject: fc.constantFrom('', 'science', 'Art'),
      from: share,
      to: share,
    })
    fc.assert(
      fc.property(fc.array(fc.record({ rule: fc.option(rules) })), facts, (list, student) => {
        const alone = list.filter((remark) => proposedRemarks([remark], student).length === 1)
        expect(proposedRemarks(list, student)).toEqual(alone)
        for (const remark of alone) expect(remark.rule).not.toBeNull()
      }),
    )
  })

  const student: RemarkFacts = {
    total: 7500,
    attendance: 7499,
    subjects: [
      { name: 'Science', share: 3200, failed: true },
      { name: 'Art', share: null, failed: false },
    ],
  }
  test.each([
    ['its lower bound', rule('TOTAL', 7500, 9000), true],
    ['its upper bound', rule('TOTAL', 5000, 7500), false],
    ['attendance below 75 %', rule('ATTENDANCE', 0, 7500), true],
    ['a subject, in any letter case', rule('SUBJECT', 0, 3300, 'SCIENCE'), true],
    ['a subject without marks', rule('SUBJECT', 0, 10_000, 'Art'), false],
    ['a subject that the student does not take', rule('SUBJECT', 0, 10_000, 'Music'), false],
    ['any failed subject', rule('FAILED'), true],
    ['a failed subject', rule('FAILED', 0, 10_000, 'science'), true],
    ['a subject that was passed', rule('FAILED', 0, 10_000, 'Art'), false],
  ])('%s', (_, remark, isProposed) => {
    expect(proposedRemarks([remark], student)).toEqual(isProposed ? [remark] : [])
  })

  test('the facts are those of the result', () => {
    const written = writtenCards.find(({ title }) => title === 'Balram, class 9')!
    const { scheme, subjects, scores } = written
    const result = studentResult(scheme, subjects, { className: '9', reexamined: [], scores })
    const year = remarkFacts(result, null, { present: 150.5, workingDays: 200 })
    expect(year).toMatchObject({ total: 3940, attendance: 7525 })
    expect(year.subjects.filter(({ failed }) => failed)).toEqual([{ name: 'Mathematics', share: 2800, failed: true }])
    const part = remarkFacts(result, 'Year', { present: 0, workingDays: 0 })
    expect(part.attendance).toBeNull()
    expect(part.subjects.some(({ failed }) => failed)).toBe(false)
  })
})

describe('a remark on its way in', () => {
  const form = { seen: 0, kind: 'GENERAL', en: 'Reads well.' }
  const pathsOf = (input: object) => remarkForm.safeParse({ ...form, ...input }).error?.issues.map(({ path }) => path.join('.'))

  test.each([
    ['without a text', { en: ' \u202e' }, ['en']],
    ['too long', { mr: 'x'.repeat(301) }, ['mr']],
    ['of an unknown kind', { kind: 'OTHER' }, ['kind']],
    ['a range that is empty', { rule: { on: 'TOTAL', from: 5000, to: 5000 } }, ['rule.to']],
    ['a range above 100 %', { rule: { on: 'TOTAL', from: 5000, to: 10_001 } }, ['rule.to']],
    ['a subject without a name', { rule: { on: 'SUBJECT', from: 0, to: 3300 } }, ['rule.subject']],
  ])('%s is refused', (_, input, paths) => {
    expect(pathsOf(input)).toEqual(paths)
  })

  test('one language is enough', () => {
    expect(pathsOf({ en: '', mr: 'छान वाचते.' })).toBeUndefined()
  })
})
