import { setImmediate as nextTurn } from 'node:timers/promises'
import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import type { Share } from '#shared/percent.ts'
import { compareNaturally } from '#shared/naturalOrder.ts'
import {
  type AnalysedGroup,
  analysedGroups,
  type ClassMarks,
  classMarks,
  type FailedByComponents,
  failedByComponents,
  type FailedSubject,
  fellMost,
  type GroupKind,
  groupKinds,
  subjectKey,
} from '../schoolAnalysis.rules.ts'
import { analysisChoice } from '../schoolAnalysis.schema.ts'
import type { AssessedSection, PlacedStudent } from './results.sql.ts'
import { selectAssessedSections, selectPlacedStudents, selectSubjects, selectTestScores } from './results.sql.ts'
import { computeResults, type ResultSource } from './results.queries.ts'
import { selectSheetTeachers, type SheetTeacher } from './schoolAnalysis.sql.ts'
import { resultActions } from './scores.permissions.ts'
import { parseStored } from './storedScheme.ts'

/** How many students are named at most in each list. */
const mostStudents = 100

/** A group as it is shown. */
export interface NamedGroup extends AnalysedGroup {
  name: string
}

/** A student who is named, with where the student is. */
export interface NamedStudent {
  studentId: number
  name: string
  roll: string
  sectionName: string
}

/** The analysis of a term. */
export interface SchoolAnalysis {
  /** The parts of all schemes of the term. */
  parts: readonly string[]
  classes: readonly { id: number; name: string }[]
  part: string | null
  /** Number of students, of those with a total, and of those who failed in a subject or in total. */
  students: number
  assessed: number
  failed: number
  /** Those of the failed who reach every least share but that of a component. */
  failedByComponents: FailedByComponents
  groups: readonly NamedGroup[]
  /** Number of all of them; the list has the first hundred. */
  failedInOneCount: number
  failedInOne: readonly (NamedStudent & FailedSubject)[]
  fell: readonly (NamedStudent & { before: Share; now: Share })[]
}

/**
 * Computes the analysis of the sections that the viewer sees from their scores: nothing of it is stored. NOT_FOUND for
 * a part that no scheme of the term has, and for a class that the viewer does not see.
 */
export const viewAnalysis = query({
  action: resultActions.view,
  input: analysisChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<SchoolAnalysis> => {
    const { termId, classId } = input
    const scope = { termId, sectionId: null }
    const [visible, subjects, students, tests, teachers] = await read(
      selectAssessedSections(db, viewer, schoolId, { termId }),
      selectSubjects(db, schoolId, scope),
      selectPlacedStudents(db, schoolId, scope),
      selectTestScores(db, schoolId, scope),
      selectSheetTeachers(db, schoolId, termId),
    )
    const parts = [...new Set(visible.flatMap(({ content }) => parseStored(content).parts.map(({ name }) => name)))]
    const part = input.year ? null : (input.part ?? newestPart(parts, tests))
    if (part !== null && !parts.includes(part)) throw notFound()
    const sections = classId ? visible.filter((section) => section.classId === classId) : visible
    if (classId && sections.length === 0) throw notFound()
    const marks = await marksOfClasses({ sections, subjects, students, tests }, part)
    return {
      parts,
      classes: classesOf(visible),
      part,
      students: marks.reduce((sum, { totals }) => sum + totals.length, 0),
      assessed: marks.reduce((sum, { totals }) => sum + totals.filter(({ result }) => typeof result === 'object').length, 0),
      failed: marks.reduce((sum, { failed }) => sum + failed.size, 0),
      failedByComponents: failedByComponents(marks),
      groups: namedGroups(marks, sections, subjects, teachers),
      ...namedStudents(marks, sections, students),
    }
  },
})

/** Returns the newest part with at least half as many scores as the fullest one; null where there is no part. */
export function newestPart(parts: readonly string[], tests: ResultSource['tests']): string | null {
  const counts = new Map<string, number>()
  for (const { part, studentIds } of tests) counts.set(part, (counts.get(part) ?? 0) + studentIds.length)
  const most = Math.max(0, ...counts.values())
  return parts.findLast((part) => 2 * (counts.get(part) ?? 0) >= most && counts.has(part)) ?? parts[0] ?? null
}

function classesOf(sections: readonly AssessedSection[]): { id: number; name: string }[] {
  return [...new Map(sections.map(({ classId: id, className: name }) => [id, { id, name }])).values()].sort((a, b) =>
    compareNaturally(a.name, b.name),
  )
}

/**
 * Computes the marks class by class. Other requests of the process are answered between two classes: the results of
 * 5,000 students take a second.
 */
async function marksOfClasses(source: ResultSource, part: string | null): Promise<ClassMarks[]> {
  const sectionsOf = Map.groupBy(source.sections, ({ classId }) => classId)
  const studentsOf = Map.groupBy(source.students, ({ sectionId }) => sectionId)
  const subjectsOf = Map.groupBy(source.subjects, ({ classId }) => classId)
  const testsOf = Map.groupBy(source.tests, ({ subjectId }) => subjectId)
  const all: ClassMarks[] = []
  for (const [classId, sections] of sectionsOf) {
    const [{ content } = { content: '' }] = sections
    const scheme = parseStored(content)
    if (part !== null && !scheme.parts.some(({ name }) => name === part)) continue
    const subjects = subjectsOf.get(classId) ?? []
    const students = computeResults({
      sections,
      subjects,
      students: sections.flatMap(({ sectionId }) => studentsOf.get(sectionId) ?? []),
      tests: subjects.flatMap(({ id }) => testsOf.get(id) ?? []),
    })
    all.push(classMarks({ classId, scheme, subjects, students }, part))
    await nextTurn()
  }
  return all
}

/** Returns the groups with their names, kind by kind, in the order in which people look for them. */
function namedGroups(
  marks: readonly ClassMarks[],
  sections: readonly AssessedSection[],
  subjects: readonly { name: string }[],
  teachers: readonly SheetTeacher[],
): NamedGroup[] {
  const sectionOf = new Map(sections.map((section) => [section.sectionId, section]))
  const teacherNames = new Map(teachers.map(({ teacherId, teacherName }) => [String(teacherId), teacherName]))
  const teachersOf = Map.groupBy(teachers, ({ sectionId, subject }) => `${sectionId} ${subject}`)
  const subjectNames = new Map<string, string>(subjects.toReversed().map(({ name }) => [subjectKey(name), name]))
  const classNames = new Map(sections.map(({ classId, className }) => [String(classId), className]))
  const sectionTitle = (key: string) => {
    const section = sectionOf.get(Number(key))
    return section ? titleOf(section) : ''
  }
  const nameOf: Record<GroupKind, (key: string) => string> = {
    CLASS: (key) => classNames.get(key) ?? '',
    SECTION: sectionTitle,
    SUBJECT: (key) => subjectNames.get(key) ?? '',
    SUBJECT_OF_SECTION: (key) => {
      const [section = '', ...subject] = key.split(' ')
      return `${sectionTitle(section)} ${subjectNames.get(subject.join(' ')) ?? ''}`
    },
    TEACHER: (key) => teacherNames.get(key) ?? '',
    COMPONENT: (key) => key,
  }
  return analysedGroups(marks, {
    classOf: (sectionId) => String(sectionOf.get(sectionId)?.classId ?? ''),
    teachersOf: (sectionId, subject) =>
      (teachersOf.get(`${sectionId} ${subject}`) ?? []).map(({ teacherId }) => String(teacherId)),
  })
    .map((group) => ({ ...group, name: nameOf[group.kind](group.key) }))
    .sort(
      (first, second) =>
        groupKinds.indexOf(first.kind) - groupKinds.indexOf(second.kind) || compareNaturally(first.name, second.name),
    )
}

function titleOf({ className, sectionName }: AssessedSection): string {
  return `${className}-${sectionName}`
}

/** Returns the students who failed in one subject alone, and those who fell most. */
function namedStudents(
  marks: readonly ClassMarks[],
  sections: readonly AssessedSection[],
  students: readonly PlacedStudent[],
): Pick<SchoolAnalysis, 'failedInOneCount' | 'failedInOne' | 'fell'> {
  const titles = new Map(sections.map((section) => [section.sectionId, titleOf(section)]))
  const places = new Map(students.map((student) => [student.studentId, student]))
  const named = (studentId: number): NamedStudent => {
    const { name = '', roll = '', sectionId = 0 } = places.get(studentId) ?? {}
    return { studentId, name, roll, sectionName: titles.get(sectionId) ?? '' }
  }
  const alone = marks.flatMap(({ failed }) =>
    [...failed].flatMap(([studentId, [first, ...others]]) =>
      first && first.subject !== '' && others.length === 0 ? [{ ...named(studentId), ...first }] : [],
    ),
  )
  return {
    failedInOneCount: alone.length,
    failedInOne: alone.toSorted((a, b) => compareNaturally(a.sectionName, b.sectionName)).slice(0, mostStudents),
    fell: fellMost(marks, mostStudents).map(({ studentId, before, now }) => ({ ...named(studentId), before, now })),
  }
}
