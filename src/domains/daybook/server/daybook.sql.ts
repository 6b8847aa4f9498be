import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../../platform/database/connect.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { addDays, type Day, indiaOffset } from '../../../shared/dates.ts'
import { spentByCategory, spentInDays, spentInOtherTerms } from '../../expenses/server/expenses.exports.ts'
import {
  chequesToClear,
  collectedBefore,
  collectedByAccount,
  collectedByClerk,
  collectedInOtherTerms,
} from '../../fees/server/collected.exports.ts'

/** Before every day that can be entered. */
const firstDay = '1900-01-01'

/**
 * Everything on the page of a day, in one statement: all of it is of one moment, so that the sums agree with each other while
 * money is being taken. Statements of one round trip would each see what has been committed until then.
 */
export function dayBookPage(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  const today = { start: day, end: day }
  return db.selectNoFrom([
    jsonObjectFrom(collectedBefore(db, schoolId, viewer, termId, day)).as('before'),
    jsonObjectFrom(spentInDays(db, schoolId, termId, { start: firstDay, end: addDays(day, -1) })).as('spentBefore'),
    jsonArrayFrom(collectedByClerk(db, schoolId, viewer, termId, day)).as('clerks'),
    jsonArrayFrom(collectedByAccount(db, schoolId, viewer, termId, day)).as('accounts'),
    jsonArrayFrom(spentByCategory(db, schoolId, termId, today)).as('expenses'),
    jsonObjectFrom(chequesToClear(db, schoolId, viewer, termId)).as('outstanding'),
    jsonArrayFrom(clearingOf(db, schoolId, termId, day)).as('toDeposit'),
    jsonArrayFrom(settledOn(db, schoolId, termId, day)).as('settled'),
    jsonArrayFrom(deletedOn(db, schoolId, termId, day)).as('deleted'),
    jsonObjectFrom(discountsOf(db, schoolId, termId, day)).as('discounts'),
    jsonObjectFrom(receiptOf(db, schoolId, termId, day, 'first')).as('firstReceipt'),
    jsonObjectFrom(receiptOf(db, schoolId, termId, day, 'last')).as('lastReceipt'),
    jsonArrayFrom(collectedInOtherTerms(db, schoolId, termId, day)).as('otherTerms'),
    jsonArrayFrom(spentInOtherTerms(db, schoolId, termId, today)).as('spentInOtherTerms'),
  ])
}

const ofPayment = [
  ...(['payments.id', 'payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo', 'payments.studentName'] as const),
  ...(['payments.sectionName', 'payments.amount', 'payments.mode', 'payments.state', 'payments.chequeNo'] as const),
  ...(['payments.collectedOn', 'payments.settledByName', 'payments.deletedByName', 'payments.deleteReason'] as const),
] as const

function payments(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('payments')
    .select(ofPayment)
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

/** The cheques that were received on a day and that the bank has not answered yet. */
function clearingOf(db: Db, schoolId: number, termId: number, day: Day) {
  return payments(db, schoolId, termId)
    .where(sql<boolean>`payments.state = 'CLEARING'`)
    .where('payments.deletedAt', 'is', null)
    .where('payments.collectedOn', '=', day)
}

/** The cheques the bank answered about on a day, whenever they were received. */
function settledOn(db: Db, schoolId: number, termId: number, day: Day) {
  return payments(db, schoolId, termId).where('payments.settledOn', '=', day).where('payments.deletedAt', 'is', null)
}

/** What was deleted on a day, and what of the day itself was deleted later. */
function deletedOn(db: Db, schoolId: number, termId: number, day: Day) {
  const midnight = (of: Day) => sql`${`${of}T00:00:00${indiaOffset}`}::timestamptz`
  return payments(db, schoolId, termId)
    .where('payments.deletedAt', 'is not', null)
    .where(
      sql<boolean>`(payments.deleted_at >= ${midnight(day)} and payments.deleted_at < ${midnight(addDays(day, 1))}
        or payments.collected_on = ${day})`,
    )
}

/** The discounts of a day that stand. By student's fees: the index knows them by fee and status. */
function discountsOf(db: Db, schoolId: number, termId: number, day: Day) {
  return db
    .selectFrom('fees')
    .innerJoin('collectedLines as line', (on) =>
      on
        .onRef('line.schoolId', '=', 'fees.schoolId')
        .onRef('line.termId', '=', 'fees.termId')
        .onRef('line.feeId', '=', 'fees.id'),
    )
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(line.amount), 0)::bigint`.as('amount')])
    .where('fees.schoolId', '=', schoolId)
    .where('fees.termId', '=', termId)
    .where('line.status', '=', 'DISCOUNT')
    .where('line.deletedAt', 'is', null)
    .where('line.collectedOn', '=', day)
}

/** The first or the last receipt that is booked on a day, whether it stands or was deleted or failed. */
function receiptOf(db: Db, schoolId: number, termId: number, day: Day, end: 'first' | 'last') {
  const ofDay = db
    .selectFrom('payments')
    .select(['payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo'])
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .where('payments.collectedOn', '=', day)
  // Apart, since each has an index of its own.
  const all = ofDay.where('payments.deletedAt', 'is', null).unionAll(ofDay.where('payments.deletedAt', 'is not', null))
  return all.orderBy('receiptNo', end === 'first' ? 'asc' : 'desc').limit(1)
}
