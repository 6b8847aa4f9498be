import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import {
  collectedByCategory,
  collectedByDayAndMode,
  collectedByMode,
  collectedByStudent,
  discountsByDay,
  feesOfStudents,
  receiptsByDay,
  type ReportedRange,
  paymentsForReport,
  refundedByReportedDay,
  refundedByStudent,
  refundsForReport,
} from '#domains/fees/server/reports.exports.ts'

/*
 * Each report of money is a single statement. Its rows and sums are of one moment and agree while money is being taken.
 */

/** Selects the payments of a range, the sums of each payment mode, and the refunds. */
export function paymentsReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(paymentsForReport(db, schoolId, viewAs, reported)).as('payments'),
    jsonArrayFrom(collectedByMode(db, schoolId, viewAs, reported)).as('modes'),
    jsonArrayFrom(refundsForReport(db, schoolId, viewAs, reported)).as('refunds'),
  ])
}

/** Selects the fees of each student, and the money collected and given back in a range. */
export function studentsReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(feesOfStudents(db, schoolId, viewAs, reported)).as('students'),
    jsonArrayFrom(collectedByStudent(db, schoolId, viewAs, reported)).as('collected'),
    jsonArrayFrom(refundedByStudent(db, schoolId, viewAs, reported)).as('refunded'),
  ])
}

/** Selects the sums of each day and of each fee category, the discounts, the receipt numbers and the refunds. */
export function dailyReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(collectedByDayAndMode(db, schoolId, viewAs, reported)).as('days'),
    jsonArrayFrom(collectedByCategory(db, schoolId, viewAs, reported)).as('categories'),
    jsonArrayFrom(discountsByDay(db, schoolId, viewAs, reported)).as('discounts'),
    jsonArrayFrom(receiptsByDay(db, schoolId, viewAs, reported)).as('receipts'),
    jsonArrayFrom(refundedByReportedDay(db, schoolId, viewAs, reported)).as('refunds'),
  ])
}

type StatementRow<Statement extends { executeTakeFirstOrThrow(): Promise<unknown> }> = Awaited<
  ReturnType<Statement['executeTakeFirstOrThrow']>
>
export type PaymentsData = StatementRow<ReturnType<typeof paymentsReport>>
export type StudentsData = StatementRow<ReturnType<typeof studentsReport>>
export type DailyData = StatementRow<ReturnType<typeof dailyReport>>
