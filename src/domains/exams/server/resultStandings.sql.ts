import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'
import { rowsOf } from './scores.sql.ts'

/** A section whose class is assessed. */
export interface StandingSection {
  schoolId: number
  sectionId: number
  sectionName: string
  classId: number
  className: string
  schemeId: number
  /** Number of enabled students. */
  students: number
}

/** Selects the sections of a term that the viewer may see and whose class is assessed, in the school's order. */
export function selectStandingSections(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return rowsOf(
    db,
    sql<StandingSection>`
      select p.school_id, p.section_id, p.section_name, p.class_id, p.class_name, c.scheme_id, seated.students
      from (
        select sections.school_id, sections.id as section_id, sections.name as section_name, sections.class_id,
          classes.name as class_name, sections.sr, ${classSr} as class_sr, ${visibleSection(viewer)} as visible
        from sections join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
        where sections.school_id = ${schoolId} and sections.term_id = ${termId}
      ) p
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = p.class_id
      cross join lateral (
        select count(*)::int as students from enrolments
        where school_id = ${schoolId} and section_id = p.section_id
          and student_id not in (select id from students where school_id = ${schoolId} and disabled)
      ) seated
      where p.visible
      order by ${schoolOrder('p')}`,
  )
}

/** Number of students of a section with as many scores in a part, or in the year where `part` is null. */
export interface StudentsByScores {
  sectionId: number
  part: string | null
  entered: number
  students: number
}

/** Counts the enabled students of a term's sections by how many scores they have; those without any are in no row. */
export function countStudentsByScores(db: Db | Tx, schoolId: number, termId: number) {
  return rowsOf(
    db,
    sql<StudentsByScores>`
      select section_id, part, entered, count(*)::int as students from (
        select e.section_id, e.student_id, s.part, count(*)::int as entered
        from enrolments e
        join scores s on s.school_id = ${schoolId} and s.student_id = e.student_id and s.term_id = ${termId}
        where e.school_id = ${schoolId} and e.term_id = ${termId}
          and e.student_id not in (select id from students where school_id = ${schoolId} and disabled)
        group by e.section_id, e.student_id, rollup (s.part)
      ) counted
      group by section_id, part, entered`,
  )
}
