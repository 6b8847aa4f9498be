import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { roleAndModulePermission, requirePermission } from '#platform/action.ts'
import type { Db } from '#platform/database/connect.ts'
import { pendingOfEnrolment } from './account.sql.ts'
import { lockCategoriesShared } from './assignments.commands.ts'
import { insertAssignments } from './assignments.sql.ts'
import type { StudentHooks } from '#domains/students/server/studentHooks.exports.ts'
import { feeCategoryActions } from './fees.permissions.ts'

/** What fees do when a student is admitted. */
export const feeStudentHooks: StudentHooks = {
  /**
   * Assigns fee categories to a newly admitted student in the same transaction.
   * @throws Refusal FORBIDDEN and DISABLED_MODULE as `assignFeeCategory`; BAD_INPUT on `feeCategoryIds` for an unknown
   * category
   */
  afterAdmission: async ({ db, viewer, school, schoolId }, { termId, studentId, feeCategoryIds }) => {
    if (feeCategoryIds.length === 0) return
    requirePermission(roleAndModulePermission(feeCategoryActions.assign, viewer, school))
    await lockCategoriesShared(db, schoolId, termId, feeCategoryIds)
    const pairs = [...new Set(feeCategoryIds)].map((feeCategoryId) => ({ studentId, feeCategoryId }))
    await insertAssignments(db, schoolId, termId, pairs)
  },
}

/** Selects what a student still owes in each term, oldest term first. Terms with nothing pending are left out. */
export function pendingByTerm(db: Db, schoolId: number, studentId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'enrolments.termId'))
    .select(['terms.name as termName', pendingOfEnrolment.as('pending')])
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.studentId', '=', studentId)
    .where(pendingOfEnrolment, '>', 0)
    .orderBy('terms.past', 'desc')
    .orderBy('terms.id')
}

/** Sums what students owe over all terms; students who owe nothing are left out. */
export function owedByStudents(db: Db, schoolId: number, studentIds: readonly number[]) {
  const owed = sql<number>`sum(${pendingOfEnrolment})::bigint`
  return db
    .selectFrom('enrolments')
    .select(['enrolments.studentId', owed.as('owed')])
    .where('enrolments.schoolId', '=', schoolId)
    .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
    .groupBy('enrolments.studentId')
    .having(owed, '>', 0)
}
