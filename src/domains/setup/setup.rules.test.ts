import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextStep, type SetupCounts, setupState } from './setup.rules.ts'

const nothing: SetupCounts = {
  term: null,
  admins: 0,
  teachers: 0,
  otherUsers: 0,
  classes: 0,
  classesWithoutSection: 0,
  sections: 0,
  sectionsWithoutTeacher: 0,
  sectionsWithoutSubject: 0,
  subjectsWithoutTeacher: 0,
  sectionsWithoutStudent: 0,
  students: 0,
  studentsWithoutPhone: 0,
  feeCategories: 0,
  categoriesWithoutFees: 0,
  studentsWithoutFees: 0,
}
const complete: SetupCounts = {
  ...nothing,
  term: '2026-27',
  admins: 1,
  teachers: 24,
  otherUsers: 2,
  classes: 10,
  sections: 20,
  students: 600,
  feeCategories: 4,
}
const daily = { attType: 'DAILY', feesModule: true }
const texts = (school: typeof daily, counts: Partial<SetupCounts>) =>
  setupState(school, { ...complete, ...counts }).flatMap((step) => step.missing.map((missing) => `${step.step}: ${missing.text}`))

test('an empty school has all steps open, a complete one none', () => {
  const steps = setupState(daily, nothing)
  expect(steps.map((step) => step.step)).toEqual(['TERM', 'USERS', 'CLASSES', 'STUDENTS', 'FEES'])
  expect(steps.every((step) => !step.done && step.missing.length > 0)).toBe(true)
  expect(nextStep(steps)).toBe('TERM')
  const done = setupState(daily, complete)
  expect(done.map((step) => step.facts)).toEqual([
    '2026-27 is current',
    '1 admin · 24 teachers · 2 other users',
    '10 classes · 20 sections',
    '600 students',
    '4 fee categories',
  ])
  expect([done.every((step) => step.done), nextStep(done)]).toEqual([true, null])
})

describe('a missing item has a text', () => {
  test.each([
    [{ classesWithoutSection: 1 }, 'CLASSES: 1 class has no section'],
    [{ sectionsWithoutTeacher: 3 }, 'CLASSES: 3 sections have no teacher'],
    [{ sectionsWithoutStudent: 2 }, 'STUDENTS: 2 sections have no student'],
    [{ studentsWithoutFees: 1200 }, 'FEES: No fee category is assigned to 1,200 students'],
    [{ categoriesWithoutFees: 1 }, 'FEES: 1 fee category has no fees'],
  ])('%j: %s', (counts, text) => {
    expect(texts(daily, counts)).toEqual([text])
  })

  test('about subjects where attendance is taken by subject', () => {
    const counts = { sectionsWithoutTeacher: 3, sectionsWithoutSubject: 1, subjectsWithoutTeacher: 2 }
    expect(texts({ ...daily, attType: 'SUBJECTWISE' }, counts)).toEqual([
      'CLASSES: 1 section has no subject',
      'CLASSES: 2 subjects have no teacher',
    ])
  })

  test('a student without a phone is listed but does not keep the step open', () => {
    const steps = setupState(daily, { ...complete, studentsWithoutPhone: 2 })
    expect(steps[3]).toMatchObject({ done: true, missing: [{ gap: 'STUDENT_WITHOUT_PHONE', optional: true }] })
  })
})

test('fees are a step only with the module, and a step is open exactly when something required is missing', () => {
  const count = fc.nat({ max: 3 })
  const keys = Object.keys(nothing).filter((key) => key !== 'term')
  const counts = fc.record(Object.fromEntries(keys.map((key) => [key, count])))
  fc.assert(
    fc.property(counts, fc.boolean(), fc.constantFrom('DAILY', 'SUBJECTWISE'), (some, feesModule, attType) => {
      const steps = setupState({ attType, feesModule }, { ...complete, ...(some as Partial<SetupCounts>) })
      expect(steps.some((step) => step.step === 'FEES')).toBe(feesModule)
      for (const { step, done, missing } of steps) if (step !== 'FEES') expect(done).toBe(missing.every((one) => one.optional))
    }),
  )
})
