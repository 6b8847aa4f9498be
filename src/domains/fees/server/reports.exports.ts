import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { ofVisibleStudent } from './account.sql.ts'
import { collectedSums, standingPayments } from './collected.sql.ts'
import { wholePayments } from './payments.sql.ts'

export { feesOfStudents, type StudentFees } from './studentFees.sql.ts'

/*
 * Money for reports, whose callers have decided that the viewer may see it. What was collected is summed by the fragments of the
 * dashboard, the entries and the day book (decisions/0010).
 */

/** Which money: of a term and some days, of one section's students or of all the viewer sees. */
export interface Reported {
  termId: number
  sectionId: number | null
  from: Day
  to: Day
}

/** The payments of some days with their lines, deleted and failed ones too, in the order of days and receipts. */
export function reportedPayments(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: Reported) {
  return wholePayments(db, schoolId, viewer)
    .where('payments.termId', '=', termId)
    .where('payments.collectedOn', '>=', from)
    .where('payments.collectedOn', '<=', to)
    .where(inSection(schoolId, termId, sectionId))
    .orderBy('payments.collectedOn')
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

/** What some days have collected by mode. */
export function collectedByMode(db: Db, schoolId: number, viewer: Viewer, reported: Reported) {
  return standing(db, schoolId, viewer, reported)
    .select('payments.mode')
    .select(collectedSums)
    .groupBy('payments.mode')
    .orderBy('payments.mode')
}

/** What some days have collected of each student. */
export function collectedByStudent(db: Db, schoolId: number, viewer: Viewer, reported: Reported) {
  return standing(db, schoolId, viewer, reported).select('payments.studentId').select(collectedSums).groupBy('payments.studentId')
}

/** What each day has collected by mode. */
export function collectedByDayAndMode(db: Db, schoolId: number, viewer: Viewer, reported: Reported) {
  return standing(db, schoolId, viewer, reported)
    .select(['payments.collectedOn', 'payments.mode'])
    .select(collectedSums)
    .groupBy(['payments.collectedOn', 'payments.mode'])
    .orderBy('payments.collectedOn')
}

/** What some days have collected for each fee category and the bank account it had then, which is null where it had none. */
export function collectedByCategory(db: Db, schoolId: number, viewer: Viewer, reported: Reported) {
  return standing(db, schoolId, viewer, reported)
    .where('payments.state', '=', 'COLLECTED')
    .innerJoin('collectedLines as line', (on) =>
      on.onRef('line.schoolId', '=', 'payments.schoolId').onRef('line.paymentId', '=', 'payments.id'),
    )
    .innerJoin('fees', (on) => on.onRef('fees.schoolId', '=', 'line.schoolId').onRef('fees.id', '=', 'line.feeId'))
    .innerJoin('feeCategories as category', (on) =>
      on.onRef('category.schoolId', '=', 'fees.schoolId').onRef('category.id', '=', 'fees.feeCategoryId'),
    )
    .leftJoin('bankAccounts as account', (on) =>
      on.onRef('account.schoolId', '=', 'line.schoolId').onRef('account.id', '=', 'line.bankAccountId'),
    )
    .select(['category.id as categoryId', 'category.name as categoryName'])
    .select(['account.id as accountId', 'account.name as accountName', 'payments.mode'])
    .select(sql<number>`sum(line.amount)::bigint`.as('collected'))
    .groupBy(['category.id', 'category.name', 'account.id', 'account.name', 'payments.mode'])
    .orderBy(sql`lower(category.name)`)
    .orderBy('category.id')
    .orderBy(sql`lower(account.name)`)
}

/** The discounts that stand, by the day they were given on. */
export function discountsByDay(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: Reported) {
  return db
    .selectFrom('fees')
    .innerJoin('collectedLines', (on) =>
      on
        .onRef('collectedLines.schoolId', '=', 'fees.schoolId')
        .onRef('collectedLines.termId', '=', 'fees.termId')
        .onRef('collectedLines.feeId', '=', 'fees.id'),
    )
    .select(['collectedLines.collectedOn', sql<number>`sum(collected_lines.amount)::bigint`.as('amount')])
    .where('fees.schoolId', '=', schoolId)
    .where('fees.termId', '=', termId)
    .where('collectedLines.status', '=', 'DISCOUNT')
    .where('collectedLines.deletedAt', 'is', null)
    .where('collectedLines.collectedOn', '>=', from)
    .where('collectedLines.collectedOn', '<=', to)
    .where(ofVisibleStudent(viewer, 'collectedLines'))
    .where(inSection(schoolId, termId, sectionId, 'collectedLines'))
    .groupBy('collectedLines.collectedOn')
    .orderBy('collectedLines.collectedOn')
}

/** The first and the last receipt that is booked on each day, of each series; deleted and failed ones have a number too. */
export function receiptsByDay(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: Reported) {
  return db
    .selectFrom('payments')
    .select(['payments.collectedOn', 'payments.receiptPrefix', 'payments.receiptYear'])
    .select((row) => [row.fn.min<number>('payments.receiptNo').as('first'), row.fn.max<number>('payments.receiptNo').as('last')])
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .where('payments.collectedOn', '>=', from)
    .where('payments.collectedOn', '<=', to)
    .where(ofVisibleStudent(viewer, 'payments'))
    .where(inSection(schoolId, termId, sectionId))
    .groupBy(['payments.collectedOn', 'payments.receiptPrefix', 'payments.receiptYear'])
    .orderBy('payments.collectedOn')
    .orderBy('first')
}

function standing(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: Reported) {
  return standingPayments(db, schoolId, viewer, termId, { from, to }).where(inSection(schoolId, termId, sectionId))
}

/** Whether the row's student sits in a section now; `is true` keeps the subselect from being turned into a join. */
function inSection(
  schoolId: number,
  termId: number,
  sectionId: number | null,
  table: 'payments' | 'collectedLines' = 'payments',
): Expression<SqlBool> {
  if (sectionId === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.ref(`${table}.studentId`)} in (
    select enrolments.student_id from enrolments
    where enrolments.school_id = ${schoolId} and enrolments.term_id = ${termId} and enrolments.section_id = ${sectionId}
  )) is true`
}
