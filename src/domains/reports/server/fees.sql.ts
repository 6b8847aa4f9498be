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
 * Each report of money is one statement: all of it is of one moment, so that rows and sums agree while money is being taken.
 */

export function paymentsReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(paymentsForReport(db, schoolId, viewAs, reported)).as('payments'),
    jsonArrayFrom(collectedByMode(db, schoolId, viewAs, reported)).as('modes'),
  ])
}

export function studentsReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(feesOfStudents(db, schoolId, viewAs, reported)).as('students'),
    jsonArrayFrom(collectedByStudent(db, schoolId, viewAs, reported)).as('collected'),
  ])
}

export function dailyReport(db: Db, schoolId: number, viewAs: Viewer, reported: ReportedRange) {
  return db.selectNoFrom([
    jsonArrayFrom(collectedByDayAndMode(db, schoolId, viewAs, reported)).as('days'),
    jsonArrayFrom(collectedByCategory(db, schoolId, viewAs, reported)).as('categories'),
    jsonArrayFrom(discountsByDay(db, schoolId, viewAs, reported)).as('discounts'),
    jsonArrayFrom(receiptsByDay(db, schoolId, viewAs, reported)).as('receipts'),
  ])
}

type Row<Statement extends { executeTakeFirstOrThrow(): Promise<unknown> }> = Awaited<
  ReturnType<Statement['executeTakeFirstOrThrow']>
>
export type PaymentsRow = Row<ReturnType<typeof paymentsReport>>
export type StudentsRow = Row<ReturnType<typeof studentsReport>>
export type DailyRow = Row<ReturnType<typeof dailyReport>>
