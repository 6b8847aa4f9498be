import { sql } from 'kysely'
import { action } from '#platform/action.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { enteringTeachers, rowsOf } from './scores.sql.ts'

/** For whom marks can be due: whoever enters the own ones. */
export const marksDueAction = action<undefined>('scores.view', { roles: ['TEACHER'], flag: 'exams' })

/** A sheet with missing scores after the paper of its subject was written. */
export interface DueSheet {
  sectionId: number
  /** Such as `7-B`. */
  sectionName: string
  subjectId: number
  subjectName: string
  part: string
}

/** How long marks are due after their paper, in days. Later ones are seen on the board. */
const dueDays = 60

/**
 * Selects the sheets that a teacher enters and whose subject was written in an announced exam of their part, before
 * today: those that are open and miss scores of enabled students.
 */
export function marksDue(db: Db | Tx, schoolId: number, viewer: Viewer, day: Day) {
  return rowsOf(
    db,
    sql<DueSheet>`
      select distinct sections.id as section_id, classes.name || '-' || sections.name as section_name, a.id as subject_id,
        a.name as subject_name, e.part
      from exams e
      join terms on terms.school_id = ${schoolId} and terms.id = e.term_id and terms.current
      join exam_papers p on p.school_id = ${schoolId} and p.exam_id = e.id
      join sections on sections.school_id = ${schoolId} and sections.class_id = p.class_id and sections.term_id = e.term_id
      join classes on classes.school_id = ${schoolId} and classes.id = p.class_id
      join assessed_subjects a on a.school_id = ${schoolId} and a.class_id = p.class_id and lower(a.name) = lower(p.subject)
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = p.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id
      where e.school_id = ${schoolId} and e.announced_at is not null and e.part <> ''
        and p.day < ${day}::date and p.day >= ${addDays(day, -dueDays)}::date
        and ${viewer.userId}::bigint in ${enteringTeachers(schoolId)}
        and (
          p.whole_class
          or exists (
            select from exam_paper_sections o where o.school_id = ${schoolId} and o.paper_id = p.id and o.section_id = sections.id
          )
        )
        and not exists (
          select from score_locks l where l.school_id = ${schoolId} and l.section_id = sections.id
            and l.assessed_subject_id = a.id and l.part = e.part
        )
        and (
          select count(*) from enrolments place
          join students on students.school_id = ${schoolId} and students.id = place.student_id and not students.disabled
          where place.school_id = ${schoolId} and place.section_id = sections.id
        ) * (
          select coalesce(sum(jsonb_array_length(given.component->'highestMarks')), 0)
          from jsonb_array_elements(s.content->'patterns') as kinds (kind)
          cross join lateral jsonb_array_elements(kinds.kind->'components') as given (component)
          where kinds.kind->>'name' = a.pattern and given.component->'parts' ? e.part
        ) > (
          select count(*) from scores
          join enrolments place on place.school_id = ${schoolId} and place.term_id = scores.term_id
            and place.student_id = scores.student_id and place.section_id = sections.id
          join students on students.school_id = ${schoolId} and students.id = place.student_id and not students.disabled
          where scores.school_id = ${schoolId} and scores.assessed_subject_id = a.id and scores.part = e.part
        )
      order by section_name, subject_name`,
  )
}
