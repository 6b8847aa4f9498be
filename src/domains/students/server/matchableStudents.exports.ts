import { type SqlBool, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import type { MatchableStudent } from '#shared/studentFinder.ts'

/** Condition on the joined `enrolments`: excludes erased students, of whom nothing new is stored. */
export const notErased = (
  schoolId: number,
) => sql<SqlBool>`not exists (select from students gone where gone.school_id = ${schoolId}
  and gone.id = enrolments.student_id and gone.erased_at is not null)`

/** Selects the enrolments of a term that the viewer may see, with their sections. */
export function visibleEnrolments(db: Db | Tx, schoolId: number, viewer: Viewer, termId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where(visibleSection(viewer))
    .where(notErased(schoolId))
}

/**
 * Selects the students of a term for a file that names them, disabled ones included, and locks them against deletion.
 */
export function lockMatchableStudents(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  termId: number,
): Promise<(MatchableStudent & { name: string })[]> {
  return (
    visibleEnrolments(db, schoolId, viewer, termId)
      .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
      .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
      .select([
        'students.id',
        'students.name',
        'students.registerNo',
        'enrolments.roll',
        'classes.name as className',
        'sections.name as sectionName',
      ])
      // The same order as everywhere that several of them are locked.
      .orderBy('enrolments.studentId')
      .forKeyShare('enrolments')
      .execute()
  )
}

/** The term whose students an import is about. */
export interface CurrentTerm {
  schoolId: number
  id: number
  name: string
  startsOn: Day
}

/** Locks the current term, before any account: imports about its students run one after another. */
export function lockCurrentTerm(db: Tx, schoolId: number): Promise<CurrentTerm | undefined> {
  return db
    .selectFrom('terms')
    .select(['schoolId', 'id', 'name', 'startsOn'])
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
