import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { receiptNumber, type ReceiptNumber } from '../receipts.rules.ts'
import { collectedSums, everyTerm, standingPayments } from './collected.sql.ts'

/*
 * What was collected, for the dashboard, the day book and reports, whose callers have decided that the viewer may see it. All of it
 * is summed as decisions/0010 says; statements are handed to `read`, or run with `.execute()`.
 */

/** What the school has collected on each day of a range that has payments, of every term; narrowed to the viewer's students. */
export function collectedByDay(db: Db, schoolId: number, viewer: Viewer, range: { from: Day; to: Day }) {
  return standingPayments(db, schoolId, viewer, everyTerm, range)
    .select('payments.collectedOn')
    .select(collectedSums)
    .groupBy('payments.collectedOn')
}

/** What a term has collected on all days before one: one row. */
export function collectedBefore(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingPayments(db, schoolId, viewer, termId).where('payments.collectedOn', '<', day).select(collectedSums)
}

/** What each person has taken on one day by each mode, by name. */
export function collectedByClerk(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingPayments(db, schoolId, viewer, termId, { from: day, to: day })
    .select(['payments.mode', 'payments.createdBy', 'payments.createdByName'])
    .select(collectedSums)
    .groupBy(['payments.mode', 'payments.createdBy', 'payments.createdByName'])
    .orderBy('payments.createdByName')
    .orderBy('payments.createdBy')
}

/** The cheques of a term, or of every term, that the bank has not answered yet: one row of their number and sum. */
export function chequesToClear(db: Db, schoolId: number, viewer: Viewer, termId: number | typeof everyTerm) {
  return (
    standingPayments(db, schoolId, viewer, termId)
      // As it stands in the index, which a value in its place would not find.
      .where(sql<boolean>`payments.state = 'CLEARING'`)
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(payments.amount), 0)::bigint`.as('amount')])
  )
}

/** What one day has collected for each bank account, by mode: the account its fee's category had then; null where it had none. */
export function collectedByAccount(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingPayments(db, schoolId, viewer, termId, { from: day, to: day })
    .where('payments.state', '=', 'COLLECTED')
    .innerJoin('collectedLines as line', (on) =>
      on.onRef('line.schoolId', '=', 'payments.schoolId').onRef('line.paymentId', '=', 'payments.id'),
    )
    .leftJoin('bankAccounts as account', (on) =>
      on.onRef('account.schoolId', '=', 'line.schoolId').onRef('account.id', '=', 'line.bankAccountId'),
    )
    .select(['account.id as accountId', 'account.name as accountName', 'payments.mode'])
    .select(sql<number>`sum(line.amount)::bigint`.as('collected'))
    .groupBy(['account.id', 'account.name', 'payments.mode'])
    .orderBy(sql`lower(account.name)`)
}

/** What one day has collected in other terms, each with what of it is cash: it lies in the same drawer. */
export function collectedInOtherTerms(db: Db, schoolId: number, termId: number, day: Day) {
  return db
    .selectFrom('terms')
    .innerJoin('payments', (on) => on.onRef('payments.schoolId', '=', 'terms.schoolId').onRef('payments.termId', '=', 'terms.id'))
    .select(['terms.id as termId', 'terms.name as termName'])
    .select(collectedSums)
    .select(
      sql<number>`coalesce(sum(payments.amount) filter (where payments.state = 'COLLECTED' and payments.mode = 'CASH'), 0)::bigint`.as(
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
export type { ReceiptNumber }

/** A receipt's number as it is printed: `GV/2026-27/123`. */
export function printedNumber(receipt: ReceiptNumber): string {
  return receiptNumber(receipt)
}
