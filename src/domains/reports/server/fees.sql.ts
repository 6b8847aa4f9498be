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
} from '#domains/fees/server/reports.exports.ts'

/*
 * Each report of money is a single statement. Its rows and sums are of one moment and agree while money is being taken.
 */

/** Selects the payments of a range, and the sums of each payment mode. */
export function paymentsReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(paymentsForReport(db, schoolId, viewAs, reported)).as('payments'),
    jsonArrayFrom(collectedByMode(db, schoolId, viewAs, reported)).as('modes'),
  ])
}

/** Selects the fees of each student, and the money collected in a range. */
export function studentsReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(feesOfStudents(db, schoolId, viewAs, reported)).as('students'),
    jsonArrayFrom(collectedByStudent(db, schoolId, viewAs, reported)).as('collected'),
  ])
}

/** Selects the sums of each day and of each fee category, the discounts and the receipt numbers. */
export function dailyReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(collectedByDayAndMode(db, schoolId, viewAs, reported)).as('days'),
    jsonArrayFrom(collectedByCategory(db, schoolId, viewAs, reported)).as('categories'),
    jsonArrayFrom(discountsByDay(db, schoolId, viewAs, reported)).as('discounts'),
    jsonArrayFrom(receiptsByDay(db, schoolId, viewAs, reported)).as('receipts'),
  ])
}

type StatementRow<Statement extends { executeTakeFirstOrThrow(): Promise<unknown> }> = Awaited<
  ReturnType<Statement['executeTakeFirstOrThrow']>
>
export type PaymentsData = StatementRow<ReturnType<typeof paymentsReport>>
export type StudentsData = StatementRow<ReturnType<typeof studentsReport>>
export type DailyData = StatementRow<ReturnType<typeof dailyReport>>
