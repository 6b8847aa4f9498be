import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connect.ts'

/**
 * The enabled students of sections, by section and roll: what a register or a lecture is made of. Whose sections they may be,
 * the caller has decided. Run it with `.execute()` in a command, or hand it to `read`.
 */
export function studentsOfSections(db: Db | Tx, schoolId: number, sectionIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
    )
    .select(['students.id', 'students.name', 'students.phone', 'enrolments.sectionId', 'enrolments.roll'])
    .where('enrolments.schoolId', '=', schoolId)
    .where(sql<boolean>`enrolments.section_id = any(${sectionIds}::bigint[])`)
    .where('students.disabled', '=', false)
    .orderBy('enrolments.sectionId')
    .orderBy('enrolments.rollSort')
    .orderBy('enrolments.studentId')
}
