import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { collectedSum, collectedSums, undeletedPayments } from './collected.sql.ts'
import { everyTerm } from './inTerm.sql.ts'
import { refundedSum, standingRefunds } from './refunded.sql.ts'

/*
 * Sums of collected money for the dashboard, the day book and reports. The callers have checked that the viewer may see
 * them. All sums follow decisions/0010. Pass the statements to `read`, or run them with `.execute()`.
 */

/**
 * Sums what was collected per day of a range, over all terms, for the viewer's students. Days without payments are left
 * out. It has one sum alone, because the page of the day adds up two months of payments.
 */
export function collectedByDay(db: Db, schoolId: number, viewer: Viewer, range: { from: Day; to: Day }) {
  return undeletedPayments(db, schoolId, viewer, everyTerm, range)
    .select((row) => ['payments.collectedOn', collectedSum(row)])
    .groupBy('payments.collectedOn')
}

/** Sums what a term collected before a day: one row. */
export function collectedBefore(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return undeletedPayments(db, schoolId, viewer, termId).where('payments.collectedOn', '<', day).select(collectedSums)
}

/** Sums what was collected on a day by clerk and mode, ordered by name. */
export function collectedByClerk(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return undeletedPayments(db, schoolId, viewer, termId, { from: day, to: day })
    .select(['payments.mode', 'payments.createdBy', 'payments.createdByName'])
    .select(collectedSums)
    .groupBy(['payments.mode', 'payments.createdBy', 'payments.createdByName'])
    .orderBy('payments.createdByName')
    .orderBy('payments.createdBy')
}

/** Counts and sums the cheques of a term, or of all terms, that the bank has not cleared yet: one row. */
export function chequesToClear(db: Db, schoolId: number, viewer: Viewer, termId: number | typeof everyTerm) {
  return (
    undeletedPayments(db, schoolId, viewer, termId)
      // A literal, because the partial index does not match a parameter.
      .where(sql<boolean>`payments.state = 'CLEARING'`)
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(payments.amount), 0)::bigint`.as('amount')])
  )
}

/**
 * Sums what was collected on a day by bank account and mode. The account is the one the fee's category had then; null
 * where it had none.
 */
export function collectedByAccount(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return undeletedPayments(db, schoolId, viewer, termId, { from: day, to: day })
    .where('payments.state', '=', 'COLLECTED')
    .innerJoin('collectedLines as line', (on) => onSameSchool(on, 'line.paymentId', 'payments.id'))
    .leftJoin('bankAccounts as account', (on) => onSameSchool(on, 'account.id', 'line.bankAccountId'))
    .select(['account.id as accountId', 'account.name as accountName', 'payments.mode'])
    .select(sql<number>`sum(line.amount)::bigint`.as('collected'))
    .groupBy(['account.id', 'account.name', 'payments.mode'])
    .orderBy(sql`lower(account.name)`)
}

const drawerModes = sql.join(paymentModeNames.filter((mode) => paymentModes[mode].inDrawer))

/** Sums what was given back per day of a range, over all terms, for the viewer's students. */
export function refundedByDay(db: Db, schoolId: number, viewer: Viewer, range: { from: Day; to: Day }) {
  return standingRefunds(db, schoolId, viewer, everyTerm, range)
    .select(['refunds.refundedOn', refundedSum.as('refunded')])
    .groupBy('refunds.refundedOn')
}

/** Sums what a term gave back before a day: one row. */
export function refundedBefore(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingRefunds(db, schoolId, viewer, termId).where('refunds.refundedOn', '<', day).select(refundedSum.as('refunded'))
}

/** Sums what was given back on a day by clerk and mode, ordered by name. */
export function refundedByClerk(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingRefunds(db, schoolId, viewer, termId, { from: day, to: day })
    .select(['refunds.mode', 'refunds.createdBy', 'refunds.createdByName', refundedSum.as('refunded')])
    .groupBy(['refunds.mode', 'refunds.createdBy', 'refunds.createdByName'])
    .orderBy('refunds.createdByName')
    .orderBy('refunds.createdBy')
}

/** Sums what was given back on a day in other terms, and the cash part of it, which came from the same drawer. */
export function refundedInOtherTerms(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingRefunds(db, schoolId, viewer, everyTerm, { from: day, to: day })
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'refunds.termId'))
    .where('refunds.termId', '<>', termId)
    .select(['terms.id as termId', 'terms.name as termName', refundedSum.as('refunded')])
    .select(sql<number>`coalesce(sum(refunds.amount) filter (where refunds.mode in (${drawerModes})), 0)::bigint`.as('cash'))
    .groupBy(['terms.id', 'terms.name'])
}

/** Sums what was collected on a day in other terms, and the cash part of it, which is in the same drawer. */
export function collectedInOtherTerms(db: Db, schoolId: number, termId: number, day: Day) {
  return db
    .selectFrom('terms')
    .innerJoin('payments', (on) => onSameSchool(on, 'payments.termId', 'terms.id'))
    .select(['terms.id as termId', 'terms.name as termName'])
    .select(collectedSums)
    .select(
      sql<number>`coalesce(sum(payments.amount) filter (where payments.state = 'COLLECTED' and payments.mode in (${drawerModes})), 0)::bigint`.as(
        'cash',
      ),
    )
    .where('terms.schoolId', '=', schoolId)
    .where('terms.id', '<>', termId)
    .where('payments.deletedAt', 'is', null)
    .where('payments.collectedOn', '=', day)
    .groupBy(['terms.id', 'terms.name'])
    .orderBy('terms.id')
}

export { everyTerm }
export { showMonth } from '../months.ts'
export { formatReceiptNumber, type ReceiptNumber } from '../receipts.rules.ts'
export { formatRefundNumber, type RefundNumber } from '../refunds.rules.ts'
