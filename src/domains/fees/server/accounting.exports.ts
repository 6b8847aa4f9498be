import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import type { PaymentMode, PaymentReference } from '#shared/paymentModes.ts'
import { collectedSums, undeletedPayments } from './collected.sql.ts'
import { everyTerm, isInTerm } from './inTerm.sql.ts'
import { refundedSum, standingRefunds } from './refunded.sql.ts'

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
          .where('line.schoolId', '=', currentSchool)
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
    .where(isInTerm('payments.term_id', schoolId, everyTerm))
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

/** Sums the lines that ask for less money and are not deleted, by status. */
export function reductionSums(db: Db | Tx, schoolId: number, days: BookedDays) {
  return reductions(db, schoolId, days)
    .clearOrderBy()
    .select('line.status')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`sum(line.amount)::bigint`.as('amount')])
    .where('line.deletedAt', 'is', null)
    .groupBy('line.status')
}

/** Selects the lines that ask for less money and are not deleted, by the day they were given. */
export function bookedReductionRows(db: Db | Tx, schoolId: number, days: BookedDays) {
  return reductions(db, schoolId, days)
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'line.studentId'))
    .select(['line.id', 'line.collectedOn', 'line.amount', 'line.comment', 'line.feeName'])
    .select(['fees.feeCategoryId as categoryId', 'students.name as studentName'])
    .select(sql<ReductionStatus>`line.status`.as('status'))
    .where('line.deletedAt', 'is', null)
}

/** Selects the deleted lines that asked for less money. */
export function deletedReductionRows(db: Db | Tx, schoolId: number, days: BookedDays) {
  return reductions(db, schoolId, days)
    .select(['line.id', 'line.collectedOn', 'line.deleteReason', 'line.feeName'])
    .where('line.deletedAt', 'is not', null)
}

/** Joined through fees, because the index of lines is by fee and status. */
function reductions(db: Db | Tx, schoolId: number, { from, to }: BookedDays) {
  return db
    .selectFrom('fees')
    .innerJoin('collectedLines as line', (on) =>
      onSameSchool(on, 'line.termId', 'fees.termId').onRef('line.feeId', '=', 'fees.id'),
    )
    .where('fees.schoolId', '=', schoolId)
    .where(isInTerm('fees.term_id', schoolId, everyTerm))
    .where('line.status', 'in', reductionStatuses)
    .where('line.collectedOn', '>=', from)
    .where('line.collectedOn', '<=', to)
    .orderBy('line.collectedOn')
    .orderBy('line.id')
}

const refundNumber = ['refunds.refundPrefix', 'refunds.refundYear', 'refunds.refundNo'] as const

/**
 * Selects the refunds in the books with their lines summed by fee category, in the order of days. The bank account is
 * the one that the category has now.
 */
export function bookedRefundRows(db: Db | Tx, schoolId: number, viewer: Viewer, days: BookedDays) {
  return standingRefunds(db, schoolId, viewer, everyTerm, days)
    .select(['refunds.id', 'refunds.refundedOn', 'refunds.studentName', 'refunds.sectionName', 'refunds.reference'])
    .select(['refunds.reason', ...refundNumber, sql<PaymentMode>`refunds.mode`.as('mode')])
    .select((row) =>
      jsonArrayFrom(
        // Through the index of a student's lines.
        row
          .selectFrom('collectedLines as line')
          .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
          .innerJoin('feeCategories as category', (on) => onSameSchool(on, 'category.id', 'fees.feeCategoryId'))
          .select(['category.id as categoryId', 'category.bankAccountId as accountId'])
          .select(sql<number>`-sum(line.amount)::bigint`.as('amount'))
          .where('line.schoolId', '=', currentSchool)
          .whereRef('line.termId', '=', 'refunds.termId')
          .whereRef('line.studentId', '=', 'refunds.studentId')
          .whereRef('line.refundId', '=', 'refunds.id')
          .where('line.status', '=', 'REFUND')
          .groupBy(['category.id', 'category.bankAccountId'])
          .orderBy('category.id'),
      ).as('parts'),
    )
    .orderBy('refunds.refundedOn')
    .orderBy('refunds.id')
}

/** Selects the cancelled refunds, which are not in the books any more. */
export function cancelledRefundRows(db: Db | Tx, schoolId: number, { from, to }: BookedDays) {
  return db
    .selectFrom('refunds')
    .select(['refunds.id', 'refunds.refundedOn', 'refunds.studentName', 'refunds.cancelReason', ...refundNumber])
    .where('refunds.schoolId', '=', schoolId)
    .where(isInTerm('refunds.term_id', schoolId, everyTerm))
    .where('refunds.cancelledAt', 'is not', null)
    .where('refunds.refundedOn', '>=', from)
    .where('refunds.refundedOn', '<=', to)
    .orderBy('refunds.refundedOn')
    .orderBy('refunds.id')
}

/** Sums the refunds in the books: one row. */
export function bookedRefunds(db: Db | Tx, schoolId: number, viewer: Viewer, days: BookedDays) {
  return standingRefunds(db, schoolId, viewer, everyTerm, days).select(refundedSum.as('refunded'))
}

/** Selects the fee categories of all terms, deleted ones too, in the order in which they were added. */
export function everyFeeCategory(db: Db | Tx, schoolId: number) {
  return db.selectFrom('feeCategories').select(['id', 'name', 'deletedAt']).where('schoolId', '=', schoolId).orderBy('id')
}
