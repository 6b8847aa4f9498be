import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { roleAndModulePermission, requirePermission } from '#platform/action.ts'
import type { Db } from '#platform/database/connect.ts'
import { pendingOfEnrolment } from './account.sql.ts'
import { lockCategoriesShared } from './assignments.commands.ts'
import { insertAssignments } from './assignments.sql.ts'
import type { AfterClassChange } from '#domains/classes/server/sectionHooks.exports.ts'
import type { StudentHooks } from '#domains/students/server/studentHooks.exports.ts'
import { assignByRule } from './feeRules.ts'
import { lockRules } from './feeRules.sql.ts'
import { fromJoining } from './joiningMonths.ts'
import { feeCategoryActions } from './fees.permissions.ts'

/** What fees do when students get their places. */
export const feeStudentHooks: StudentHooks = {
  beforePlacements: (db, schoolId, termIds) => lockRules(db, schoolId, termIds, 'read'),

  /**
   * Assigns students by the rules of their classes, and a new student to the categories chosen in the form, in the same
   * transaction. What a rule gives is by rule, even if it was chosen too.
   * @throws Refusal FORBIDDEN and DISABLED_MODULE as `assignFeeCategory`; BAD_INPUT on `feeCategoryIds` for an unknown
   * category
   */
  afterPlacements: async (running, placements) => {
    const { db, viewer, school, schoolId } = running
    let changed = 0
    for (const [termId, students] of Map.groupBy(placements, (placement) => placement.termId)) {
      changed += await assignByRule(running, termId, students)
      for (const { studentId, feeCategoryIds = [] } of students) {
        if (feeCategoryIds.length === 0) continue
        requirePermission(roleAndModulePermission(feeCategoryActions.assign, viewer, school))
        await lockCategoriesShared(db, schoolId, termId, feeCategoryIds)
        const pairs = [...new Set(feeCategoryIds)].map((feeCategoryId) => ({ studentId, feeCategoryId }))
        await insertAssignments(db, schoolId, termId, await fromJoining(running, termId, pairs), 'hand')
      }
    }
    return changed > 0 ? ['feeCategories'] : []
  },
}

/** Assigns the students of a section that came to another class by the rules of that class. */
export const assignMovedSection: AfterClassChange = async (running, { sectionId, termId, fromClassId }) => {
  const { db, schoolId } = running
  await lockRules(db, schoolId, [termId], 'read')
  const students = await db
    .selectFrom('enrolments')
    .select('studentId')
    .where('schoolId', '=', schoolId)
    .where('sectionId', '=', sectionId)
    .execute()
  await assignByRule(
    running,
    termId,
    students.map(({ studentId }) => ({ studentId, fromClassId })),
  )
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
