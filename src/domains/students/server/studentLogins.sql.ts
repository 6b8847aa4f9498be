import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'

/** Selects the enabled students of a section with their accounts, by roll. */
export function studentLogins(db: Tx, schoolId: number, sectionId: number) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('students as s', (on) => onSameSchool(on, 's.id', 'e.studentId'))
    .select(['s.id as studentId', 's.name', 's.subject', 's.loginEmail', 'e.roll'])
    .where('e.schoolId', '=', schoolId)
    .where('e.sectionId', '=', sectionId)
    .where('s.disabled', '=', false)
    .orderBy('e.rollSort')
    .orderBy('s.id')
}
