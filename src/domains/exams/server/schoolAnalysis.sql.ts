import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { enteringTeachers, rowsOf } from './scores.sql.ts'

/** A teacher who enters the scores of a subject in a section. */
export interface SheetTeacher {
  sectionId: number
  /** In small letters. */
  subject: string
  teacherId: number
  teacherName: string
}

/** Selects who enters the scores of each section's subjects in a term. */
export function selectSheetTeachers(db: Db | Tx, schoolId: number, termId: number) {
  return rowsOf(
    db,
    sql<SheetTeacher>`
      select sections.id as section_id, lower(a.name) as subject, users.id as teacher_id, users.name as teacher_name
      from sections
      join assessed_subjects a on a.school_id = ${schoolId} and a.class_id = sections.class_id
      cross join lateral (select distinct user_id from ${enteringTeachers(schoolId)} entering) t
      join users on users.school_id = ${schoolId} and users.id = t.user_id
      where sections.school_id = ${schoolId} and sections.term_id = ${termId}`,
  )
}
