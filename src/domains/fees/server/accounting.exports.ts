import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import type { PaymentMode, PaymentReference } from '#shared/paymentModes.ts'
import { collectedSums, everyTerm, undeletedPayments } from './collected.sql.ts'

/*
 * The rows that the accountant's vouchers are made from, of all terms. The callers have checked that the viewer may see
 * the whole school. Which money counts, and on which day, is decisions/0010.
 */

/** Days of vouchers, both ends included. */
export interface BookedDays {
  from: Day
  to: Day
}

/** Selects the payments in the books: collected and not deleted. */
function bookedPayments(db: Db | Tx, schoolId: number, viewer: Viewer, days: BookedDays) {
  return undeletedPayments(db, schoolId, viewer, everyTerm, days).where('payments.state', '=', 'COLLECTED')
}

const receiptNumber = ['payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo'] as const

/** Selects the payments in the books with their lines summed by fee category and bank account, in the order of days. */
export function bookedReceiptRows(db: Db | Tx, schoolId: number, viewer: Viewer, days: BookedDays) {
  return bookedPayments(db, schoolId, viewer, days)
    .select(['payments.id', 'payments.collectedOn', 'payments.settledOn', 'payments.amount', ...receiptNumber])
    .select(['payments.studentName', 'payments.sectionName', 'payments.registerNo', 'payments.chequeNo', 'payments.txnId'])
    .select(['payments.onlineRef', 'payments.cardLast4', 'payments.bankName', 'payments.instrumentOn'])
    .select([
      sql<PaymentMode>`payments.mode`.as('mode'),
      sql<PaymentReference['transferKind']>`payments.transfer_kind`.as('transferKind'),
    ])
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('collectedLines as line')
          .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
          .select(['fees.feeCategoryId as categoryId', 'line.bankAccountId as accountId'])
          .select(sql<number>`sum(line.amount)::bigint`.as('amount'))
          .whereRef('line.schoolId', '=', 'payments.schoolId')
          .whereRef('line.paymentId', '=', 'payments.id')
          .groupBy(['fees.feeCategoryId', 'line.bankAccountId'])
          .orderBy('fees.feeCategoryId')
          .orderBy('line.bankAccountId'),
      ).as('parts'),
    )
    .orderBy('payments.collectedOn')
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

/** Selects the deleted payments, which are not in the books any more. */
export function deletedReceiptRows(db: Db | Tx, schoolId: number, { from, to }: BookedDays) {
  return db
    .selectFrom('payments')
    .select(['payments.id', 'payments.collectedOn', 'payments.studentName', 'payments.deleteReason', ...receiptNumber])
    .where('payments.schoolId', '=', schoolId)
    .where(ofEveryTerm(db, schoolId, 'payments.termId'))
    .where('payments.deletedAt', 'is not', null)
    .where('payments.collectedOn', '>=', from)
    .where('payments.collectedOn', '<=', to)
    .orderBy('payments.collectedOn')
    .orderBy('payments.id')
}

/** Sums the payments in the books by payment mode. */
export function bookedByMode(db: Db | Tx, schoolId: number, viewer: Viewer, days: BookedDays) {
  return bookedPayments(db, schoolId, viewer, days).select('payments.mode').select(collectedSums).groupBy('payments.mode')
}

/** Sums the payments in the books by fee category, bank account and payment mode. */
export function bookedByCategory(db: Db | Tx, schoolId: number, viewer: Viewer, days: BookedDays) {
  return bookedPayments(db, schoolId, viewer, days)
    .innerJoin('collectedLines as line', (on) => onSameSchool(on, 'line.paymentId', 'payments.id'))
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
    .select(['fees.feeCategoryId as categoryId', 'line.bankAccountId as accountId', 'payments.mode'])
    .select(sql<number>`sum(line.amount)::bigint`.as('collected'))
    .groupBy(['fees.feeCategoryId', 'line.bankAccountId', 'payments.mode'])
}

/** The statuses of lines that ask for less money. */
const reductionStatuses = ['DISCOUNT', 'CONCESSION', 'WRITE_OFF'] as const
export type ReductionStatus = (typeof reductionStatuses)[number]

/** The status of lines of money that was given back. Their amounts are below zero. */
const refundStatuses = ['REFUND'] as const

/** Sums the lines without a payment that are not deleted, by status. */
export function unpaidLineSums(db: Db | Tx, schoolId: number, days: BookedDays) {
  return linesOfStatus(db, schoolId, days, [...reductionStatuses, ...refundStatuses])
    .clearOrderBy()
    .select('line.status')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`sum(line.amount)::bigint`.as('amount')])
    .where('line.deletedAt', 'is', null)
    .groupBy('line.status')
}

/** Selects the lines that ask for less money and are not deleted, by the day they were given. */
export function bookedReductionRows(db: Db | Tx, schoolId: number, days: BookedDays) {
  return bookedLines(db, schoolId, days, reductionStatuses).select(sql<ReductionStatus>`line.status`.as('status'))
}

/** Selects the lines of money that was given back, without deleted ones. */
export function bookedRefundRows(db: Db | Tx, schoolId: number, days: BookedDays) {
  return bookedLines(db, schoolId, days, refundStatuses).select('line.bankAccountId as accountId')
}

/** Selects the deleted lines that asked for less money. */
export function deletedReductionRows(db: Db | Tx, schoolId: number, days: BookedDays) {
  return deletedLines(db, schoolId, days, reductionStatuses)
}

/** Selects the deleted lines of money that was given back. */
export function deletedRefundRows(db: Db | Tx, schoolId: number, days: BookedDays) {
  return deletedLines(db, schoolId, days, refundStatuses)
}

function bookedLines(db: Db | Tx, schoolId: number, days: BookedDays, statuses: readonly string[]) {
  return linesOfStatus(db, schoolId, days, statuses)
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'line.studentId'))
    .select(['line.id', 'line.collectedOn', 'line.amount', 'line.comment', 'line.feeName'])
    .select(['fees.feeCategoryId as categoryId', 'students.name as studentName'])
    .where('line.deletedAt', 'is', null)
}

function deletedLines(db: Db | Tx, schoolId: number, days: BookedDays, statuses: readonly string[]) {
  return linesOfStatus(db, schoolId, days, statuses)
    .select(['line.id', 'line.collectedOn', 'line.deleteReason', 'line.feeName'])
    .where('line.deletedAt', 'is not', null)
}

/** Joined through fees, because the index of lines is by fee and status. */
function linesOfStatus(db: Db | Tx, schoolId: number, { from, to }: BookedDays, statuses: readonly string[]) {
  return db
    .selectFrom('fees')
    .innerJoin('collectedLines as line', (on) =>
      onSameSchool(on, 'line.termId', 'fees.termId').onRef('line.feeId', '=', 'fees.id'),
    )
    .where('fees.schoolId', '=', schoolId)
    .where(ofEveryTerm(db, schoolId, 'fees.termId'))
    .where('line.status', 'in', statuses)
    .where('line.collectedOn', '>=', from)
    .where('line.collectedOn', '<=', to)
    .orderBy('line.collectedOn')
    .orderBy('line.id')
}

/** Selects the fee categories of all terms, deleted ones too, in the order in which they were added. */
export function everyFeeCategory(db: Db | Tx, schoolId: number) {
  return db.selectFrom('feeCategories').select(['id', 'name', 'deletedAt']).where('schoolId', '=', schoolId).orderBy('id')
}

/** Condition: a term of the school. The terms are an array, because the indexes begin with school and term. */
function ofEveryTerm(db: Db | Tx, schoolId: number, column: string): Expression<SqlBool> {
  const terms = db.selectFrom('terms').select('terms.id').where('terms.schoolId', '=', schoolId)
  return sql<SqlBool>`${sql.ref(column)} = any(array(${terms}))`
}
