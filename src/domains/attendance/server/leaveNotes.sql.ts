import { type RawBuilder, sql } from 'kysely'
import { currentSchool } from '#platform/database/currentSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { sectionVisible } from './sections.sql.ts'

/** What a guardian has told the teacher of a student. */
export interface LeaveNote {
  id: number
  studentId: number
  fromDay: string
  toDay: string
  reason: string
  createdAt: Date
}

/** Selects the leave notes that have not been withdrawn. */
function leaveNotes(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('leaveNotes')
    .select([
      'leaveNotes.id',
      'leaveNotes.studentId',
      'leaveNotes.fromDay',
      'leaveNotes.toDay',
      'leaveNotes.reason',
      'leaveNotes.createdAt',
    ])
    .where('leaveNotes.schoolId', '=', schoolId)
    .where('leaveNotes.withdrawnAt', 'is', null)
}

/**
 * SQL of the leave notes about a day, with the ids of their students: at most one a student. Of two notes, which
 * guardians have written at the same moment, the one that ends first.
 * @param studentIds an array that narrows it to these students
 */
export function leaveNotesAbout(schoolId: number, day: string, studentIds?: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofStudents = studentIds ? sql`student_id = any(${studentIds})` : sql`true`
  return sql`select distinct on (student_id) student_id, reason, to_day, created_at from leave_notes
      where school_id = ${schoolId} and ${ofStudents} and from_day <= ${day} and to_day >= ${day} and withdrawn_at is null
      order by student_id, to_day`
}

/** Selects the notes about a day of a section's students, if the viewer sees the section or teaches in it. */
export function leaveNotesOfSection(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { sectionId, day }: { sectionId: number; day: string },
) {
  const teaches =
    viewer.role === 'TEACHER'
      ? sql`or exists (select from subjects join subject_teachers t on t.school_id = current_school() and t.subject_id = subjects.id
          where subjects.school_id = ${schoolId} and subjects.section_id = sections.id and t.user_id = ${viewer.userId})`
      : sql``
  return leaveNotes(db, schoolId)
    .innerJoin('enrolments', (on) =>
      on.on('enrolments.schoolId', '=', currentSchool).onRef('enrolments.studentId', '=', 'leaveNotes.studentId'),
    )
    .innerJoin('sections', (on) =>
      on.on('sections.schoolId', '=', currentSchool).onRef('sections.id', '=', 'enrolments.sectionId'),
    )
    .innerJoin('classes', (on) => on.on('classes.schoolId', '=', currentSchool).onRef('classes.id', '=', 'sections.classId'))
    .where('sections.id', '=', sectionId)
    .where(sql<boolean>`(${sectionVisible(viewer)} ${teaches})`)
    .where('leaveNotes.fromDay', '<=', day)
    .where('leaveNotes.toDay', '>=', day)
    .orderBy('leaveNotes.id')
}

/** Selects the notes of students that are about a day or later ones. */
export function leaveNotesOfStudents(db: Db, schoolId: number, studentIds: readonly number[], from: string) {
  return leaveNotes(db, schoolId)
    .where(sql<boolean>`leave_notes.student_id = any(${studentIds}::bigint[])`)
    .where('leaveNotes.toDay', '>=', from)
    .orderBy('leaveNotes.fromDay')
    .orderBy('leaveNotes.id')
}
