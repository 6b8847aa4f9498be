import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import type { PartDays } from '../partDays.schema.ts'
import type { AssessedSubject, Code } from '../scheme.schema.ts'
import { rowsOf } from './scores.sql.ts'

/** Whose results: those of a term, or of one section of it. */
export interface ResultsScope {
  termId: number
  sectionId: number | null
}

/** A section with how its class is assessed. */
export interface AssessedSection {
  schoolId: number
  sectionId: number
  sectionName: string
  classId: number
  className: string
  termId: number
  termName: string
  schemeId: number
  schemeName: string
  copiedFrom: string
  /** The class of the scheme that it is. */
  schemeClass: string
  /** The days of its parts; those without have the whole term. */
  partDays: PartDays[]
  /** The scheme as JSON text. */
  content: string
}

/** Selects the sections that the viewer may see and whose class is assessed: one, or those of a term. */
export function selectAssessedSections(
  db: Db | Tx,
  viewer: Viewer,
  schoolId: number,
  { sectionId, termId }: { sectionId?: number; termId?: number },
) {
  const chosen = sectionId === undefined ? sql`sections.term_id = ${termId}` : sql`sections.id = ${sectionId}`
  return rowsOf(
    db,
    sql<AssessedSection>`
      select sections.school_id, sections.id as section_id, sections.name as section_name, sections.class_id,
        classes.name as class_name, sections.term_id, terms.name as term_name, s.id as scheme_id, s.name as scheme_name,
        s.copied_from, c.scheme_class, c.part_days, s.content::text as content
      from sections
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      join terms on terms.school_id = ${schoolId} and terms.id = sections.term_id
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = sections.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id
      where sections.school_id = ${schoolId} and ${chosen} and ${visibleSection(viewer)}
      order by sections.id`,
  )
}

/** An assessed subject with its class. */
export interface ClassSubject extends AssessedSubject {
  id: number
  classId: number
}

/** SQL of the ids of the classes of a scope. */
const classesOf = (schoolId: number, { termId, sectionId }: ResultsScope) =>
  sectionId === null
    ? sql`select id from classes where school_id = ${schoolId} and term_id = ${termId}`
    : sql`select class_id from sections where school_id = ${schoolId} and id = ${sectionId}`

/** Selects the assessed subjects of a scope's classes, in their order. */
export function selectSubjects(db: Db | Tx, schoolId: number, scope: ResultsScope) {
  return rowsOf(
    db,
    sql<ClassSubject>`
      select id, class_id, name, kind, pattern, subject_group as "group", replaces from assessed_subjects
      where school_id = ${schoolId} and class_id in (${classesOf(schoolId, scope)})
      order by class_id, sr`,
  )
}

/** An enabled student with the place in the term. */
export interface PlacedStudent {
  studentId: number
  name: string
  sectionId: number
  roll: string
}

/** Selects the enabled students of a scope, section by section, by roll. */
export function selectPlacedStudents(db: Db | Tx, schoolId: number, { termId, sectionId }: ResultsScope) {
  const chosen = sectionId === null ? sql`e.term_id = ${termId}` : sql`e.section_id = ${sectionId}`
  return rowsOf(
    db,
    sql<PlacedStudent>`
      select e.student_id, s.name, e.section_id, e.roll from enrolments e
      join students s on s.school_id = ${schoolId} and s.id = e.student_id and not s.disabled
      where e.school_id = ${schoolId} and ${chosen}
      order by e.section_id, e.roll_sort, e.roll, e.student_id`,
  )
}

/** The scores of one test: `values` has the marks of `studentIds`, or the number of a code below zero. */
export interface TestScores {
  subjectId: number
  part: string
  component: string
  test: number
  studentIds: number[]
  values: number[]
}

const codeNumbers = { AB: -1, ML: -2, EX: -3 } as const satisfies Record<Code, number>
const codeOf = new Map<number, Code>(Object.entries(codeNumbers).map(([code, number]) => [number, code as Code]))

/** Returns a value of {@link TestScores} as a score. */
export function scoreOfValue(value: number) {
  return value < 0 ? (codeOf.get(value) ?? value) : value
}

/**
 * Selects the scores of a scope, a row for each test: 240,000 scores of a school are 960 rows. Each subject is read by
 * itself in the order of the primary key, because PostgreSQL would sort those of all subjects on the disk.
 */
export function selectTestScores(db: Db | Tx, schoolId: number, scope: ResultsScope) {
  const students =
    scope.sectionId === null
      ? sql``
      : sql`and student_id = any(array(select student_id from enrolments
          where school_id = ${schoolId} and section_id = ${scope.sectionId}))`
  return rowsOf(
    db,
    sql<TestScores>`
      select a.id as subject_id, tests.* from assessed_subjects a
      cross join lateral (
        select part, component, test, array_agg(student_id) as student_ids,
          array_agg(coalesce(marks, case code when 'AB' then ${sql.lit(codeNumbers.AB)} when 'ML' then ${sql.lit(codeNumbers.ML)}
            else ${sql.lit(codeNumbers.EX)} end)::bigint) as values
        from scores where school_id = ${schoolId} and assessed_subject_id = a.id ${students}
        group by part, component, test
      ) tests
      where a.school_id = ${schoolId} and a.class_id in (${classesOf(schoolId, scope)})`,
  )
}
