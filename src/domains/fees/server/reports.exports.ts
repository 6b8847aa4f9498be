import { type Expression, type SqlBool, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import type { LineStatus } from '../account.rules.ts'
import { studentIsVisible } from './account.sql.ts'
import { collectedSums, undeletedPayments } from './collected.sql.ts'
import { paymentsWithLines } from './payments.sql.ts'
import { refundedSum, standingRefunds } from './refunded.sql.ts'
import { refundsWithLines } from './refunds.sql.ts'

export { dueOnOfFee } from './account.sql.ts'
export { pendingOrder } from './pending.sql.ts'
export { balanceColumns, entriesOfFees, pendingOfEntries } from './positions.sql.ts'
export { feesOfStudents, type StudentFees } from './studentFees.sql.ts'

/*
 * Sums of money for reports. The callers have checked that the viewer may see them. Collected money is summed with the
 * same expressions as the dashboard, the entries and the day book (decisions/0010).
 */

/**
 * The payments of a report: of a term and a range of days, of one section's students or of all that the viewer sees.
 */
export interface ReportedRange {
  termId: number
  sectionId: number | null
  from: Day
  to: Day
}

/** Selects the payments of a range with their lines, deleted and failed ones included, by day and receipt. */
export function paymentsForReport(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: ReportedRange) {
  return paymentsWithLines(db, schoolId, viewer)
    .where('payments.termId', '=', termId)
    .where('payments.collectedOn', '>=', from)
    .where('payments.collectedOn', '<=', to)
    .where(inSection(schoolId, termId, sectionId))
    .orderBy('payments.collectedOn')
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

/** Selects the refunds of a range with their lines, cancelled ones included, by day and number. */
export function refundsForReport(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: ReportedRange) {
  return refundsWithLines(db, schoolId, viewer)
    .where('refunds.termId', '=', termId)
    .where('refunds.refundedOn', '>=', from)
    .where('refunds.refundedOn', '<=', to)
    .where(inSection(schoolId, termId, sectionId, 'refunds'))
    .orderBy('refunds.refundedOn')
    .orderBy('refunds.refundYear')
    .orderBy('refunds.refundNo')
}

/** Sums what was given back in a range by student. */
export function refundedByStudent(db: Db, schoolId: number, viewer: Viewer, reported: ReportedRange) {
  return reportedRefunds(db, schoolId, viewer, reported)
    .select(['refunds.studentId', refundedSum.as('refunded')])
    .groupBy('refunds.studentId')
}

/** Sums what was given back on each day of a range. */
export function refundedByReportedDay(db: Db, schoolId: number, viewer: Viewer, reported: ReportedRange) {
  return reportedRefunds(db, schoolId, viewer, reported)
    .select(['refunds.refundedOn as collectedOn', refundedSum.as('refunded')])
    .groupBy('refunds.refundedOn')
    .orderBy('refunds.refundedOn')
}

function reportedRefunds(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: ReportedRange) {
  return standingRefunds(db, schoolId, viewer, termId, { from, to }).where(inSection(schoolId, termId, sectionId, 'refunds'))
}

/** Sums a range by payment mode. */
export function collectedByMode(db: Db, schoolId: number, viewer: Viewer, reported: ReportedRange) {
  return reportedPayments(db, schoolId, viewer, reported)
    .select('payments.mode')
    .select(collectedSums)
    .groupBy('payments.mode')
    .orderBy('payments.mode')
}

/** Sums a range by student. */
export function collectedByStudent(db: Db, schoolId: number, viewer: Viewer, reported: ReportedRange) {
  return reportedPayments(db, schoolId, viewer, reported)
    .select('payments.studentId')
    .select(collectedSums)
    .groupBy('payments.studentId')
}

/** Sums each day of a range by payment mode. */
export function collectedByDayAndMode(db: Db, schoolId: number, viewer: Viewer, reported: ReportedRange) {
  return reportedPayments(db, schoolId, viewer, reported)
    .select(['payments.collectedOn', 'payments.mode'])
    .select(collectedSums)
    .groupBy(['payments.collectedOn', 'payments.mode'])
    .orderBy('payments.collectedOn')
}

/**
 * Sums a range by fee category and by the bank account it had then; null where it had none. The receipts of a term also
 * have dues of earlier terms: their categories are named with their term.
 */
export function collectedByCategory(db: Db, schoolId: number, viewer: Viewer, reported: ReportedRange) {
  return reportedPayments(db, schoolId, viewer, reported)
    .where('payments.state', '=', 'COLLECTED')
    .innerJoin('collectedLines as line', (on) => onSameSchool(on, 'line.paymentId', 'payments.id'))
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
    .innerJoin('feeCategories as category', (on) => onSameSchool(on, 'category.id', 'fees.feeCategoryId'))
    .innerJoin('terms as term', (on) => onSameSchool(on, 'term.id', 'category.termId'))
    .leftJoin('bankAccounts as account', (on) => onSameSchool(on, 'account.id', 'line.bankAccountId'))
    .select('category.id as categoryId')
    .select(
      sql<string>`case when category.term_id = ${reported.termId} then category.name else category.name || ' (' || term.name || ')' end`.as(
        'categoryName',
      ),
    )
    .select(['account.id as accountId', 'account.name as accountName', 'payments.mode'])
    .select(sql<number>`sum(line.amount)::bigint`.as('collected'))
    .groupBy(['category.id', 'category.name', 'category.termId', 'term.name', 'account.id', 'account.name', 'payments.mode'])
    .orderBy(sql`lower(category.name)`)
    .orderBy('category.id')
    .orderBy(sql`lower(account.name)`)
}

/** Sums the discounts, concessions and write-offs that are not deleted, by the day they were given. */
export function discountsByDay(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: ReportedRange) {
  return db
    .selectFrom('fees')
    .innerJoin('collectedLines', (on) =>
      onSameSchool(on, 'collectedLines.termId', 'fees.termId').onRef('collectedLines.feeId', '=', 'fees.id'),
    )
    .select('collectedLines.collectedOn')
    .select(sumWhere('DISCOUNT').as('amount'))
    .select(sumWhere('CONCESSION').as('concession'))
    .select(sumWhere('WRITE_OFF').as('writtenOff'))
    .where('fees.schoolId', '=', schoolId)
    .where('fees.termId', '=', termId)
    .where('collectedLines.status', 'in', ['DISCOUNT', 'CONCESSION', 'WRITE_OFF'])
    .where('collectedLines.deletedAt', 'is', null)
    .where('collectedLines.collectedOn', '>=', from)
    .where('collectedLines.collectedOn', '<=', to)
    .where(studentIsVisible(viewer, 'collectedLines'))
    .where(inSection(schoolId, termId, sectionId, 'collectedLines'))
    .groupBy('collectedLines.collectedOn')
    .orderBy('collectedLines.collectedOn')
}

const sumWhere = (status: LineStatus) =>
  sql<number>`coalesce(sum(collected_lines.amount) filter (where collected_lines.status = ${status}), 0)::bigint`

/**
 * Selects the first and last receipt number of each day and series. Deleted and failed receipts have numbers too and
 * are included.
 */
export function receiptsByDay(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: ReportedRange) {
  return db
    .selectFrom('payments')
    .select(['payments.collectedOn', 'payments.receiptPrefix', 'payments.receiptYear'])
    .select((row) => [row.fn.min<number>('payments.receiptNo').as('first'), row.fn.max<number>('payments.receiptNo').as('last')])
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .where('payments.collectedOn', '>=', from)
    .where('payments.collectedOn', '<=', to)
    .where(studentIsVisible(viewer, 'payments'))
    .where(inSection(schoolId, termId, sectionId))
    .groupBy(['payments.collectedOn', 'payments.receiptPrefix', 'payments.receiptYear'])
    .orderBy('payments.collectedOn')
    .orderBy('first')
}

function reportedPayments(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, from, to }: ReportedRange) {
  return undeletedPayments(db, schoolId, viewer, termId, { from, to }).where(inSection(schoolId, termId, sectionId))
}

/**
 * Condition: the row's student is in the section now. `is true` keeps the planner from turning the subselect into a
 * join.
 */
function inSection(
  schoolId: number,
  termId: number,
  sectionId: number | null,
  table: 'payments' | 'collectedLines' | 'refunds' = 'payments',
): Expression<SqlBool> {
  if (sectionId === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.ref(`${table}.studentId`)} in (
    select enrolments.student_id from enrolments
    where enrolments.school_id = ${schoolId} and enrolments.term_id = ${termId} and enrolments.section_id = ${sectionId}
  )) is true`
}
