import { roleAndModulePermission, requirePermission } from '#platform/action.ts'
import type { Db } from '#platform/database/connect.ts'
import { pendingOfEnrolment } from './account.sql.ts'
import { lockCategoriesShared } from './assignments.commands.ts'
import { insertAssignments } from './assignments.sql.ts'
import type { StudentHooks } from '#domains/students/server/studentHooks.exports.ts'
import { feeCategoryActions } from './fees.permissions.ts'

export const feesOfStudents: StudentHooks = {
  /**
   * Assigns a student who has just been given a place in a term to the chosen fee categories of that term.
   * @throws Refusal FORBIDDEN and DISABLED_MODULE as assigning them later would; BAD_INPUT on `feeCategoryIds` for an unknown one
   */
  afterAdmission: async ({ db, viewer, school, schoolId }, { termId, studentId, feeCategoryIds }) => {
    if (feeCategoryIds.length === 0) return
    requirePermission(roleAndModulePermission(feeCategoryActions.assign, viewer, school))
    await lockCategoriesShared(db, schoolId, termId, feeCategoryIds)
    const pairs = [...new Set(feeCategoryIds)].map((feeCategoryId) => ({ studentId, feeCategoryId }))
    await insertAssignments(db, schoolId, termId, pairs)
  },
}

/** What a student still owes in each term of the ledger, oldest term first; terms without anything pending are left out. */
export function pendingByTerm(db: Db, schoolId: number, studentId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('terms', (on) =>
      on.onRef('terms.schoolId', '=', 'enrolments.schoolId').onRef('terms.id', '=', 'enrolments.termId'),
    )
    .select(['terms.name as termName', pendingOfEnrolment.as('pending')])
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.studentId', '=', studentId)
    .where(pendingOfEnrolment, '>', 0)
    .orderBy('terms.id')
}
