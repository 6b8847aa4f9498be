import { countWithNoun, plural } from '#shared/plural.ts'
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

/** Formats a count with its verb: '1 section has', '2 sections have'. */
function have(count: number, one: string, more = `${one}s`): string {
  return `${countWithNoun(count, one, more)} ${plural(count, 'has', 'have')}`
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
    TERM: missingOf([['NO_TERM', term === null, 'No term is current']]),
    USERS: missingOf([
      ['NO_ADMIN', counts.admins === 0, 'There is no admin yet'],
      ['NO_TEACHER', counts.teachers === 0, 'There is no teacher yet'],
    ]),
    CLASSES: missingOf([
      ['NO_CLASS', sections === 0 && classes === 0, 'There is no class yet'],
      [
        'CLASS_WITHOUT_SECTION',
        counts.classesWithoutSection,
        `${have(counts.classesWithoutSection, 'class', 'classes')} no section`,
      ],
      [
        'SECTION_WITHOUT_TEACHER',
        bySubject ? 0 : counts.sectionsWithoutTeacher,
        `${have(counts.sectionsWithoutTeacher, 'section')} no teacher`,
      ],
      [
        'SECTION_WITHOUT_SUBJECT',
        bySubject ? counts.sectionsWithoutSubject : 0,
        `${have(counts.sectionsWithoutSubject, 'section')} no subject`,
      ],
      [
        'SUBJECT_WITHOUT_TEACHER',
        bySubject ? counts.subjectsWithoutTeacher : 0,
        `${have(counts.subjectsWithoutTeacher, 'subject')} no teacher`,
      ],
    ]),
    STUDENTS: missingOf([
      ['NO_STUDENT', students === 0, 'There is no student yet'],
      [
        'SECTION_WITHOUT_STUDENT',
        students === 0 ? 0 : counts.sectionsWithoutStudent,
        `${have(counts.sectionsWithoutStudent, 'section')} no student`,
      ],
      [
        'STUDENT_WITHOUT_PHONE',
        counts.studentsWithoutPhone,
        `${have(counts.studentsWithoutPhone, 'student')} no phone, so no messages can be sent`,
        'optional',
      ],
    ]),
    FEES: missingOf([
      ['NO_FEES', feeCategories === 0, 'There is no fee category yet'],
      [
        'CATEGORY_WITHOUT_FEES',
        counts.categoriesWithoutFees,
        `${have(counts.categoriesWithoutFees, 'fee category', 'fee categories')} no fees`,
      ],
      [
        'STUDENT_WITHOUT_FEES',
        feeCategories === 0 ? 0 : counts.studentsWithoutFees,
        `No fee category is assigned to ${countWithNoun(counts.studentsWithoutFees, 'student')}`,
      ],
    ]),
  }
  const others = counts.otherUsers === 0 ? '' : ` · ${countWithNoun(counts.otherUsers, 'other user')}`
  const facts: Record<SetupStep, string> = {
    TERM: term === null ? '' : `${term} is current`,
    USERS: `${countWithNoun(counts.admins, 'admin')} · ${countWithNoun(counts.teachers, 'teacher')}${others}`,
    CLASSES: `${countWithNoun(classes, 'class', 'classes')} · ${countWithNoun(sections, 'section')}`,
    STUDENTS: countWithNoun(students, 'student'),
    FEES: countWithNoun(feeCategories, 'fee category', 'fee categories'),
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
