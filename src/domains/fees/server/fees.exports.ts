import { mayTry, mustBeAllowed } from '#platform/action.ts'
import type { Running } from '#platform/command.ts'
import type { Db } from '#platform/database/connect.ts'
import { pendingOfEnrolment } from './account.sql.ts'
import { holdCategories } from './assignments.commands.ts'
import { assignPairs } from './assignments.sql.ts'
import { feeCategoryActions } from './fees.permissions.ts'

/**
 * Puts a student who has just been given a place in a term on fee categories of that term, in the same transaction.
 * @throws Refusal FORBIDDEN and DISABLED_MODULE as assigning them later would; BAD_INPUT on `feeCategoryIds` for one that is not there
 */
export async function assignAtAdmission(
  { db, viewer, school, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'viewer' | 'school' | 'schoolId'>,
  { termId, studentId, feeCategoryIds }: { termId: number; studentId: number; feeCategoryIds: readonly number[] },
): Promise<void> {
  if (feeCategoryIds.length === 0) return
  mustBeAllowed(mayTry(feeCategoryActions.assign, viewer, school))
  await holdCategories(db, schoolId, termId, feeCategoryIds)
  await assignPairs(
    db,
    schoolId,
    termId,
    [...new Set(feeCategoryIds)].map((feeCategoryId) => ({ studentId, feeCategoryId })),
  )
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
