import { plural, t } from '#shared/texts.ts'

/** The set-up steps of a new school, in order. */
export const setupSteps = ['TERM', 'USERS', 'CLASSES', 'STUDENTS', 'FEES'] as const
export type SetupStep = (typeof setupSteps)[number]

/** What can be missing. The browser maps each gap to a screen. */
export const gaps = [
  'NO_TERM',
  'NO_ADMIN',
  'NO_TEACHER',
  'NO_CLASS',
  'CLASS_WITHOUT_SECTION',
  'SECTION_WITHOUT_TEACHER',
  'SECTION_WITHOUT_SUBJECT',
  'SUBJECT_WITHOUT_TEACHER',
  'NO_STUDENT',
  'SECTION_WITHOUT_STUDENT',
  'STUDENT_WITHOUT_PHONE',
  'NO_FEES',
  'CATEGORY_WITHOUT_FEES',
  'STUDENT_WITHOUT_FEES',
] as const
export type Gap = (typeof gaps)[number]

/** Counts of a school and its current term. Only enabled people and students count. */
export interface SetupCounts {
  /** The current term's name; null for none. */
  term: string | null
  admins: number
  teachers: number
  otherUsers: number
  classes: number
  classesWithoutSection: number
  sections: number
  sectionsWithoutTeacher: number
  sectionsWithoutSubject: number
  subjectsWithoutTeacher: number
  sectionsWithoutStudent: number
  students: number
  studentsWithoutPhone: number
  feeCategories: number
  categoriesWithoutFees: number
  studentsWithoutFees: number
}

/** A missing item with its text. */
export interface Missing {
  gap: Gap
  text: string
  /** Whether the step counts as done without it. */
  optional: boolean
}

/** The state of a step. */
export interface StepState {
  step: SetupStep
  done: boolean
  /** What exists already: '2 admins · 24 teachers'. */
  facts: string
  missing: Missing[]
}

type Check = [gap: Gap, missing: boolean | number, text: string, optional?: 'optional']

const missingOf = (checks: readonly Check[]): Missing[] =>
  checks.flatMap(([gap, missing, text, optional]) =>
    Number(missing) > 0 ? [{ gap, text, optional: optional !== undefined }] : [],
  )

/**
 * Returns the steps of a school with what is missing. Fees are a step only with the fees module. Teachers are required
 * of sections, or of subjects where attendance is taken by subject.
 */
export function setupState(school: { attType: string; feesModule: boolean }, counts: SetupCounts): StepState[] {
  const bySubject = school.attType === 'SUBJECTWISE'
  const { term, classes, sections, students, feeCategories } = counts
  const missing: Record<SetupStep, Missing[]> = {
    TERM: missingOf([['NO_TERM', term === null, t`No term is current`]]),
    USERS: missingOf([
      ['NO_ADMIN', counts.admins === 0, t`There is no admin yet`],
      ['NO_TEACHER', counts.teachers === 0, t`There is no teacher yet`],
    ]),
    CLASSES: missingOf([
      ['NO_CLASS', sections === 0 && classes === 0, t`There is no class yet`],
      [
        'CLASS_WITHOUT_SECTION',
        counts.classesWithoutSection,
        t`${plural(counts.classesWithoutSection, { one: '# class has no section', other: '# classes have no section' })}`,
      ],
      [
        'SECTION_WITHOUT_TEACHER',
        bySubject ? 0 : counts.sectionsWithoutTeacher,
        t`${plural(counts.sectionsWithoutTeacher, { one: '# section has no teacher', other: '# sections have no teacher' })}`,
      ],
      [
        'SECTION_WITHOUT_SUBJECT',
        bySubject ? counts.sectionsWithoutSubject : 0,
        t`${plural(counts.sectionsWithoutSubject, { one: '# section has no subject', other: '# sections have no subject' })}`,
      ],
      [
        'SUBJECT_WITHOUT_TEACHER',
        bySubject ? counts.subjectsWithoutTeacher : 0,
        t`${plural(counts.subjectsWithoutTeacher, { one: '# subject has no teacher', other: '# subjects have no teacher' })}`,
      ],
    ]),
    STUDENTS: missingOf([
      ['NO_STUDENT', students === 0, t`There is no student yet`],
      [
        'SECTION_WITHOUT_STUDENT',
        students === 0 ? 0 : counts.sectionsWithoutStudent,
        t`${plural(counts.sectionsWithoutStudent, { one: '# section has no student', other: '# sections have no student' })}`,
      ],
      [
        'STUDENT_WITHOUT_PHONE',
        counts.studentsWithoutPhone,
        t`${plural(counts.studentsWithoutPhone, { one: '# student has no phone, so no messages can be sent', other: '# students have no phone, so no messages can be sent' })}`,
        'optional',
      ],
    ]),
    FEES: missingOf([
      ['NO_FEES', feeCategories === 0, t`There is no fee category yet`],
      [
        'CATEGORY_WITHOUT_FEES',
        counts.categoriesWithoutFees,
        t`${plural(counts.categoriesWithoutFees, { one: '# fee category has no fees', other: '# fee categories have no fees' })}`,
      ],
      [
        'STUDENT_WITHOUT_FEES',
        feeCategories === 0 ? 0 : counts.studentsWithoutFees,
        t`No fee category is assigned to ${plural(counts.studentsWithoutFees, { one: '# student', other: '# students' })}`,
      ],
    ]),
  }
  const { admins, teachers, otherUsers } = counts
  const facts: Record<SetupStep, string> = {
    TERM: term === null ? '' : t`${term} is current`,
    USERS: [
      t`${plural(admins, { one: '# admin', other: '# admins' })}`,
      t`${plural(teachers, { one: '# teacher', other: '# teachers' })}`,
      ...(otherUsers === 0 ? [] : [t`${plural(otherUsers, { one: '# other user', other: '# other users' })}`]),
    ].join(' · '),
    CLASSES: [
      t`${plural(classes, { one: '# class', other: '# classes' })}`,
      t`${plural(sections, { one: '# section', other: '# sections' })}`,
    ].join(' · '),
    STUDENTS: t`${plural(students, { one: '# student', other: '# students' })}`,
    FEES: t`${plural(feeCategories, { one: '# fee category', other: '# fee categories' })}`,
  }
  return setupSteps
    .filter((step) => step !== 'FEES' || school.feesModule)
    .map((step) => {
      const missingOfStep = missing[step]
      // Fees need students first: without any, no fee can be assigned, and the step must not be done by itself.
      const needsStudents = step === 'FEES' && students === 0
      return {
        step,
        done: missingOfStep.every((item) => item.optional) && !needsStudents,
        facts: facts[step],
        missing: missingOfStep,
      }
    })
}

/** Returns the first step that is not done; null when all are done. */
export function nextStep(steps: readonly StepState[]): SetupStep | null {
  return steps.find((step) => !step.done)?.step ?? null
}
