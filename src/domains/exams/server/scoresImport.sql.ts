import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { ScoreRow, SheetStudent } from './scores.sql.ts'
import { rowsOf } from './scores.sql.ts'

/** A student of a section with what a file may call the student. */
export interface FileStudentRow extends SheetStudent {
  registerNo: string
}

/** Selects the enabled students of a section by roll, with their register numbers. */
export function selectFileStudents(db: Db | Tx, schoolId: number, sectionId: number) {
  return rowsOf(
    db,
    sql<FileStudentRow>`
      select e.student_id, s.name, e.roll, s.register_no from enrolments e
      join students s on s.school_id = ${schoolId} and s.id = e.student_id and not s.disabled
      where e.school_id = ${schoolId} and e.section_id = ${sectionId}
      order by e.roll_sort, e.roll, e.student_id`,
  )
}

/** A stored score of one of several subjects. */
export interface SectionScoreRow extends ScoreRow {
  subjectId: number
}

/** Selects the scores of a section's students in some subjects and a part. */
export function selectSectionScores(
  db: Db | Tx,
  schoolId: number,
  { sectionId, part }: { sectionId: number; part: string },
  subjectIds: readonly number[],
) {
  return rowsOf(
    db,
    sql<SectionScoreRow>`
      select assessed_subject_id as subject_id, student_id, component, test, marks, code, changed_at, changed_by_name from scores
      where school_id = ${schoolId} and assessed_subject_id = any(${subjectIds}::bigint[]) and part = ${part}
        and student_id = any(array(select student_id from enrolments where school_id = ${schoolId} and section_id = ${sectionId}))`,
  )
}

/** A change of a score with the section in which its student is now, and whether the score was changed again since. */
export interface ImportedChange {
  sectionId: number
  subjectId: number
  part: string
  studentId: number
  component: string
  test: number
  wasMarks: number | null
  wasCode: ScoreRow['code']
  marks: number | null
  code: ScoreRow['code']
  changedSince: boolean
}

/** Selects the changes with these ids, in the order of sheets. */
export function selectImportedChanges(db: Tx, schoolId: number, ids: readonly number[]) {
  return rowsOf(
    db,
    sql<ImportedChange>`
      select e.section_id, c.assessed_subject_id as subject_id, c.part, c.student_id, c.component, c.test, c.was_marks, c.was_code,
        c.marks, c.code,
        exists (
          select from score_changes later
          where later.school_id = ${schoolId} and later.assessed_subject_id = c.assessed_subject_id
            and later.student_id = c.student_id and later.id > c.id and later.part = c.part
            and later.component = c.component and later.test = c.test
        ) as changed_since
      from score_changes c
      join assessed_subjects a on a.school_id = ${schoolId} and a.id = c.assessed_subject_id
      join classes on classes.school_id = ${schoolId} and classes.id = a.class_id
      join enrolments e on e.school_id = ${schoolId} and e.term_id = classes.term_id and e.student_id = c.student_id
      where c.school_id = ${schoolId} and c.id = any(${ids}::bigint[])
      order by e.section_id, c.assessed_subject_id, c.part, c.id`,
  )
}
