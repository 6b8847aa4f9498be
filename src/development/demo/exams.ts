import { type ReadyScheme, readyScheme } from '#domains/exams/readySchemes.ts'
import type { ScoreEntry } from '#domains/exams/marks.rules.ts'
import type { AssessedSubject, Scheme } from '#domains/exams/scheme.schema.ts'
import { nextSchemeId } from '#domains/exams/server/schemes.sql.ts'
import { currentSchool } from '#platform/database/currentSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, addMonths, type Day, schoolDay } from '#shared/dates.ts'
import { addDateSheets } from './dateSheets.ts'
import type { Clerk } from './fees.ts'
import { addHolisticEntries, withHolisticCard } from './holisticCards.ts'
import { type Inventor, inventor } from './invent.ts'
import { addRemarks, publishDemoResults } from './reportCards.ts'
import { storeAll } from './store.ts'

/** The school with the head, who has done everything in these exams. */
export interface DemoExams {
  schoolId: number
  before: DemoExamTerm
  current: DemoExamTerm
  /** The subjects of every section. */
  subjects: readonly string[]
  head: Clerk
  now: Date
}

interface DemoExamTerm {
  id: number
  startsOn: Day
}

/** A class that is assessed. */
export interface DemoClass {
  id: number
  termId: number
  name: string
  sections: { id: number; name: string; studentIds: number[] }[]
  subjects: (AssessedSubject & { id: number })[]
}

const ready: ReadyScheme = 'maharashtra-1-8'
const [firstSemester, secondSemester] = ['First semester', 'Second semester'] as const

/** The classes whose first semester is published. The README's student is in class 1. */
const publishedClasses = ['1', '7', '8']
/** The class whose marks are half there: the second section has those of its first subjects alone. */
const halfClass = '5'
/** The class of the year before whose whole year is published. */
const classBefore = '6'
const gradesOnly = ['Art', 'Work Experience', 'Physical Education']

/**
 * Adds what a school has of exams in autumn: a scheme for classes 1 to 8, a first semester that is published for some
 * classes and half entered for one, the whole year before of one class, and a unit test that is announced.
 */
export async function addExams(db: Tx, demo: DemoExams): Promise<void> {
  const { schoolId, before, current, head, now } = demo
  const scheme = withHolisticCard(readyScheme(ready))
  const schemeId = await nextSchemeId(db)
  const by = { changedBy: head.subject, changedByName: head.name }
  const isCopy = { firstId: schemeId, name: scheme.name, content: scheme, copiedFrom: ready }
  await storeAll(db, 'assessmentSchemes', [
    { schoolId, id: schemeId, ...isCopy, version: 1, replaced: false, ...times(now), ...by },
  ])
  const remarks = await addRemarks(db, demo)
  const classNames = scheme.classes.map(({ name }) => name)
  const classes = [
    ...(await assessClasses(db, demo, { termId: current.id, schemeId, classNames })),
    ...(await assessClasses(db, demo, { termId: before.id, schemeId, classNames: [classBefore] })),
  ]
  const invent = inventor(1978)
  const today = schoolDay(now)
  const sheets: Sheet[] = []
  const publications: Parameters<typeof publishDemoResults>[1]['publications'] = []
  for (const one of classes) {
    const { name, termId } = one
    const isBefore = termId === before.id
    if (!isBefore && name !== halfClass && !publishedClasses.includes(name)) continue
    const isHalf = !isBefore && name === halfClass
    const parts = isBefore ? [firstSemester, secondSemester] : [firstSemester]
    const marks = inventMarks(one, { scheme, parts, isHalf, invent })
    sheets.push({ ofClass: one, parts, marks, isLocked: !isHalf })
    if (isHalf) continue
    const publishedOn = isBefore ? addDays(addMonths(before.startsOn, 12), -3) : addDays(today, -12)
    const promotedTo = isBefore ? String(Number(name) + 1) : ''
    publications.push({ ofClass: one, marks, part: isBefore ? null : firstSemester, publishedOn, promotedTo })
  }
  await storeMarks(db, demo, sheets)
  const holistic = await addHolisticEntries(db, demo, {
    scheme,
    classes: classes.filter(({ termId, name }) => termId === current.id && scheme.holistic?.classes.includes(name)),
    part: firstSemester,
  })
  await publishDemoResults(db, { ...demo, scheme, schemeId, copiedFrom: ready, remarks, holistic, publications })
  await addDateSheets(db, demo, {
    classes: classes.filter(({ termId }) => termId === current.id),
    written: [...publishedClasses, halfClass],
  })
}

function times(at: Date) {
  return { createdAt: at, changedAt: at }
}

async function assessClasses(
  db: Tx,
  { schoolId, subjects, head, now }: DemoExams,
  { termId, schemeId, classNames }: { termId: number; schemeId: number; classNames: readonly string[] },
): Promise<DemoClass[]> {
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('sections', (on) =>
      on.on('sections.schoolId', '=', currentSchool).onRef('sections.id', '=', 'enrolments.sectionId'),
    )
    .innerJoin('classes', (on) => on.on('classes.schoolId', '=', currentSchool).onRef('classes.id', '=', 'sections.classId'))
    .innerJoin('students', (on) =>
      on.on('students.schoolId', '=', currentSchool).onRef('students.id', '=', 'enrolments.studentId'),
    )
    .select(['classes.id as classId', 'classes.name as className', 'sections.id', 'sections.name', 'enrolments.studentId'])
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where('classes.name', 'in', classNames)
    .where('students.disabled', '=', false)
    .orderBy('sections.sr')
    .orderBy('enrolments.rollSort')
    .execute()
  const assessed = [...Map.groupBy(rows, ({ classId }) => classId)].map(([id, places]) => ({
    id,
    name: places[0]?.className ?? '',
    sections: [...Map.groupBy(places, (place) => place.id)].map(([sectionId, own]) => ({
      id: sectionId,
      name: own[0]?.name ?? '',
      studentIds: own.map(({ studentId }) => studentId),
    })),
  }))
  const by = { changedAt: now, changedBy: head.subject, changedByName: head.name }
  await storeAll(
    db,
    'classAssessments',
    assessed.map(({ id, name }) => ({ schoolId, classId: id, termId, schemeId, schemeClass: name, version: 1, ...by })),
  )
  const wanted = assessed.flatMap(({ id, name }) => [
    ...subjects.map((subject) => ({ classId: id, name: subject, kind: 'COUNTED' as const, pattern: patternOf(name) })),
    ...gradesOnly.map((subject) => ({ classId: id, name: subject, kind: 'GRADES_ONLY' as const, pattern: 'Formative alone' })),
  ])
  const stored = await storeAll<{ id: number; classId: number; name: string }>(
    db,
    'assessedSubjects',
    wanted.map((subject, index) => ({
      schoolId,
      ...subject,
      sr: (index % (subjects.length + gradesOnly.length)) + 1,
      subjectGroup: '',
      replaces: [],
    })),
    ['id', 'classId', 'name'],
  )
  const idOf = new Map(stored.map(({ id, classId, name }) => [`${classId} ${name}`, id]))
  return assessed.map((one) => ({
    ...one,
    termId,
    subjects: wanted
      .filter(({ classId }) => classId === one.id)
      .map(({ classId, ...subject }) => ({
        id: idOf.get(`${classId} ${subject.name}`) ?? 0,
        ...subject,
        group: '',
        replaces: [],
      })),
  }))
}

/** Returns the pattern of the board's scheme by which a class is assessed. */
function patternOf(className: string): string {
  if (className === '1' || className === '2') return 'Classes 1 and 2'
  return className === '3' || className === '4' ? 'Classes 3 and 4' : `Class ${className}`
}

/** The scores of a class by student. */
export type DemoMarks = ReadonlyMap<number, readonly ScoreEntry[]>

/** Returns marks around what a student can do, and now and then AB in their place. */
function inventMarks(
  { sections, subjects }: DemoClass,
  { scheme, parts, isHalf, invent }: { scheme: Scheme; parts: readonly string[]; isHalf: boolean; invent: Inventor },
): DemoMarks {
  return new Map(
    sections.flatMap(({ studentIds }, place) => {
      const entered = isHalf && place > 0 ? subjects.slice(0, 2) : subjects
      return studentIds.map((studentId) => [studentId, marksOfStudent(entered, scheme, parts, invent)] as const)
    }),
  )
}

function marksOfStudent(
  subjects: readonly AssessedSubject[],
  scheme: Scheme,
  parts: readonly string[],
  invent: Inventor,
): ScoreEntry[] {
  const ability = 42 + invent.below(50)
  return subjects.flatMap(({ name: subject, pattern }) => {
    const inSubject = ability - 8 + invent.below(17)
    const components = scheme.patterns.find((one) => one.name === pattern)?.components ?? []
    return components.flatMap(({ name: component, parts: assessed, highestMarks }) =>
      assessed
        .filter((part) => parts.includes(part))
        .flatMap((part) =>
          highestMarks.map((highest, test): ScoreEntry => {
            const share = Math.min(100, Math.max(18, inSubject - 5 + invent.below(11)))
            // Half marks.
            const marks = Math.round((highest * share) / 100 / 50) * 50
            const isAbsent = component !== 'Formative evaluation' && invent.below(90) === 0
            return { subject, part, component, test: test + 1, score: isAbsent ? 'AB' : marks }
          }),
        ),
    )
  })
}

interface Sheet {
  ofClass: DemoClass
  parts: readonly string[]
  marks: DemoMarks
  isLocked: boolean
}

/** Stores scores with their history, and locks the sheets of what is published. */
async function storeMarks(db: Tx, { schoolId, head, now }: DemoExams, sheets: readonly Sheet[]): Promise<void> {
  const at = new Date(now.getTime() - 16 * 86_400_000)
  const by = { changedBy: head.subject, changedByName: head.name }
  const rows = sheets.flatMap(({ ofClass: { termId, subjects }, marks }) => {
    const idOf = new Map(subjects.map(({ id, name }) => [name, id]))
    return [...marks].flatMap(([studentId, scores]) =>
      scores.map(({ subject, part, component, test, score }) => ({
        termId,
        row: {
          schoolId,
          assessedSubjectId: idOf.get(subject) ?? 0,
          part,
          component,
          test,
          studentId,
          marks: typeof score === 'number' ? score : null,
          code: typeof score === 'number' ? null : score,
          ...by,
        },
      })),
    )
  })
  await storeAll(
    db,
    'scores',
    rows.map(({ termId, row }) => ({ ...row, termId, changedAt: at })),
  )
  await storeAll(
    db,
    'scoreChanges',
    rows.map(({ row }) => ({ ...row, reason: '', at })),
  )
  await storeAll(
    db,
    'scoreLocks',
    sheets
      .filter(({ isLocked }) => isLocked)
      .flatMap(({ ofClass: { sections, subjects }, parts }) =>
        sections.flatMap(({ id: sectionId }) =>
          subjects.flatMap(({ id: assessedSubjectId }) =>
            parts.map((part) => ({
              schoolId,
              sectionId,
              assessedSubjectId,
              part,
              lockedAt: at,
              lockedBy: head.subject,
              lockedByName: head.name,
            })),
          ),
        ),
      ),
  )
}
