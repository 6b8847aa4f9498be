import { countWithNoun, plural } from '#shared/plural.ts'
/** The steps by which a new school is set up, in their order. */
export const setupSteps = ['TERM', 'USERS', 'CLASSES', 'STUDENTS', 'FEES'] as const
export type SetupStep = (typeof setupSteps)[number]

/** What can be missing; the browser knows the screen for each. */
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

/** What there is in a school and its current term; of people, those who are enabled. */
export interface SetupCounts {
  /** The current term's name; null where there is none. */
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

/** Something that is missing, in words. */
export interface Missing {
  gap: Gap
  text: string
  /** The step is done all the same. */
  optional: boolean
}

/** One step, how far it is. */
export interface StepState {
  step: SetupStep
  done: boolean
  /** What there is, in words: '2 admins · 24 teachers'. */
  facts: string
  missing: Missing[]
}

/** 'section has', 'sections have'. */
function have(count: number, one: string, more = `${one}s`): string {
  return `${countWithNoun(count, one, more)} ${plural(count, 'has', 'have')}`
}

type Found = [gap: Gap, missing: boolean | number, text: string, optional?: 'optional']

const found = (all: readonly Found[]): Missing[] =>
  all.flatMap(([gap, missing, text, optional]) => (Number(missing) > 0 ? [{ gap, text, optional: optional !== undefined }] : []))

/**
 * The steps of a school with what is missing. Fees are a step where the school has them; who teaches is asked of sections, or of subjects
 * where attendance is taken by subject.
 */
export function setupState(school: { attType: string; feesModule: boolean }, counts: SetupCounts): StepState[] {
  const bySubject = school.attType === 'SUBJECTWISE'
  const { term, classes, sections, students, feeCategories } = counts
  const missing: Record<SetupStep, Missing[]> = {
    TERM: found([['NO_TERM', term === null, 'No term is current']]),
    USERS: found([
      ['NO_ADMIN', counts.admins === 0, 'There is no admin yet'],
      ['NO_TEACHER', counts.teachers === 0, 'There is no teacher yet'],
    ]),
    CLASSES: found([
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
    STUDENTS: found([
      ['NO_STUDENT', students === 0, 'There is no student yet'],
      [
        'SECTION_WITHOUT_STUDENT',
        students === 0 ? 0 : counts.sectionsWithoutStudent,
        `${have(counts.sectionsWithoutStudent, 'section')} no student`,
      ],
      [
        'STUDENT_WITHOUT_PHONE',
        counts.studentsWithoutPhone,
        `${have(counts.studentsWithoutPhone, 'student')} no phone, so that nobody can be told`,
        'optional',
      ],
    ]),
    FEES: found([
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
      const of = missing[step]
      // What stands on a step waits for it: a school without students has nobody to be asked for fees, and no step is done by itself.
      const needsStudents = step === 'FEES' && students === 0
      return { step, done: of.every((one) => one.optional) && !needsStudents, facts: facts[step], missing: of }
    })
}

/** The step to be worked on next; null when all are done. */
export function nextStep(steps: readonly StepState[]): SetupStep | null {
  return steps.find((step) => !step.done)?.step ?? null
}
