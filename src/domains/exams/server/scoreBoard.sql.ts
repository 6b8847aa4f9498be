import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { enteringTeachers, rowsOf } from './scores.sql.ts'

/** A section with an assessed subject of its class. */
export interface SectionSubject {
  sectionId: number
  sectionName: string
  classId: number
  className: string
  subjectId: number
  subjectName: string
  pattern: string
  schemeId: number
  /** Number of enabled students. */
  students: number
  teachers: string[]
  /** Whether the viewer is one of them. */
  teaches: boolean
}

/** Which sheets: those of a term, or of one section of it. */
export interface BoardChoice {
  termId: number
  sectionId?: number | null | undefined
}

/**
 * Selects the sections with their assessed subjects that the viewer may see, in the school's order. A TEACHER sees all
 * subjects of the own sections, and of others the subjects whose scores the teacher enters.
 */
export function selectSectionSubjects(db: Db | Tx, viewer: Viewer, schoolId: number, { termId, sectionId }: BoardChoice) {
  const visible = viewer.role === 'TEACHER' ? sql`(p.own or t.teaches)` : sql`p.own`
  const chosen = sectionId ? sql`and p.section_id = ${sectionId}` : sql``
  return rowsOf(
    db,
    sql<SectionSubject>`
      select p.section_id, p.section_name, p.class_id, p.class_name, a.id as subject_id, a.name as subject_name, a.pattern,
        c.scheme_id, seated.students, t.teachers, t.teaches
      from (
        select sections.id as section_id, sections.name as section_name, sections.class_id, classes.name as class_name,
          sections.sr, ${classSr} as class_sr, ${visibleSection(viewer)} as own
        from sections join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
        where sections.school_id = ${schoolId} and sections.term_id = ${termId}
      ) p
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = p.class_id
      join assessed_subjects a on a.school_id = ${schoolId} and a.class_id = p.class_id
      cross join lateral (
        select count(*)::int as students from enrolments
        where school_id = ${schoolId} and section_id = p.section_id
          and student_id not in (select id from students where school_id = ${schoolId} and disabled)
      ) seated
      cross join lateral (
        select coalesce(array_agg(users.name order by users.name), '{}') as teachers,
          coalesce(bool_or(users.id = ${viewer.userId}::bigint), false) as teaches
        from (select p.section_id as id) sections
        join users on users.school_id = ${schoolId} and users.id in ${enteringTeachers(schoolId)}
      ) t
      where ${visible} ${chosen}
      order by ${schoolOrder('p')}, a.sr`,
  )
}

/** Selects the schemes of a term's classes, as JSON text. */
export function selectSchemes(db: Db | Tx, schoolId: number, { termId }: BoardChoice) {
  return rowsOf(
    db,
    sql<{ id: number; content: string }>`
      select id, content::text as content from assessment_schemes
      where school_id = ${schoolId}
        and id in (select scheme_id from class_assessments where school_id = ${schoolId} and term_id = ${termId})`,
  )
}

/** Selects how many scores the enabled students of sections have in each subject and part. */
export function countScores(db: Db | Tx, schoolId: number, { termId, sectionId }: BoardChoice) {
  const ofSection = sectionId ? sql`and e.section_id = ${sectionId}` : sql``
  return rowsOf(
    db,
    sql<{ sectionId: number; subjectId: number; part: string; entered: number }>`
      select e.section_id, s.assessed_subject_id as subject_id, s.part, count(*)::int as entered
      from enrolments e
      join scores s on s.school_id = ${schoolId} and s.student_id = e.student_id and s.term_id = ${termId}
      where e.school_id = ${schoolId} and e.term_id = ${termId} ${ofSection}
        and e.student_id not in (select id from students where school_id = ${schoolId} and disabled)
      group by e.section_id, s.assessed_subject_id, s.part`,
  )
}

/** Selects the locks of a term's sheets. */
export function selectLocks(db: Db | Tx, schoolId: number, { termId, sectionId }: BoardChoice) {
  const sections = sectionId
    ? sql`section_id = ${sectionId}`
    : sql`section_id in (select id from sections where school_id = ${schoolId} and term_id = ${termId})`
  return rowsOf(
    db,
    sql<{ sectionId: number; subjectId: number; part: string; at: Date; byName: string }>`
      select section_id, assessed_subject_id as subject_id, part, locked_at as at, locked_by_name as by_name from score_locks
      where school_id = ${schoolId} and ${sections}`,
  )
}
