import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, type Day, indiaOffset } from '#shared/dates.ts'
import { spentByCategory, spentInDays, spentInOtherTerms } from '#domains/expenses/server/expenses.exports.ts'
import {
  chequesToClear,
  collectedBefore,
  collectedByAccount,
  collectedByClerk,
  collectedInOtherTerms,
} from '#domains/fees/server/collected.exports.ts'

/** Before every day that can be entered. */
const firstDay = '1900-01-01'

/**
 * Everything on the page of a day, in one statement: all of it is of one moment, so that the sums agree with each other while
 * money is being taken. Statements of one round trip would each see what has been committed until then.
 */
export function dayBookPage(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  const today = { start: day, end: day }
  return db.selectNoFrom([
    jsonObjectFrom(termOf(db, schoolId, termId)).as('term'),
    jsonObjectFrom(collectedBefore(db, schoolId, viewer, termId, day)).as('before'),
    jsonObjectFrom(spentInDays(db, schoolId, termId, { start: firstDay, end: addDays(day, -1) })).as('spentBefore'),
    jsonArrayFrom(collectedByClerk(db, schoolId, viewer, termId, day)).as('clerks'),
    jsonArrayFrom(collectedByAccount(db, schoolId, viewer, termId, day)).as('accounts'),
    jsonArrayFrom(spentByCategory(db, schoolId, termId, today)).as('expenses'),
    jsonObjectFrom(chequesToClear(db, schoolId, viewer, termId)).as('outstanding'),
    jsonArrayFrom(clearingOf(db, schoolId, termId, day)).as('toDeposit'),
    jsonArrayFrom(settledOn(db, schoolId, termId, day)).as('settled'),
    jsonArrayFrom(deletedOn(db, schoolId, termId, day)).as('deleted'),
    jsonArrayFrom(enteredLateOn(db, schoolId, termId, day)).as('late'),
    jsonArrayFrom(spentLateOn(db, schoolId, termId, day)).as('lateExpenses'),
    jsonArrayFrom(takenBackOn(db, schoolId, termId, day)).as('deletedExpenses'),
    jsonObjectFrom(discountsOf(db, schoolId, termId, day)).as('discounts'),
    jsonArrayFrom(receiptRuns(db, schoolId, termId, day)).as('receiptRuns'),
    jsonArrayFrom(collectedInOtherTerms(db, schoolId, termId, day)).as('otherTerms'),
    jsonArrayFrom(spentInOtherTerms(db, schoolId, termId, today)).as('spentInOtherTerms'),
  ])
}

const ofPayment = [
  'payments.id',
  'payments.receiptPrefix',
  'payments.receiptYear',
  'payments.receiptNo',
  'payments.studentName',
  'payments.sectionName',
  'payments.amount',
  'payments.mode',
  'payments.state',
  'payments.chequeNo',
  'payments.collectedOn',
  'payments.settledByName',
  'payments.deletedByName',
  'payments.deleteReason',
] as const

/** Payments of all terms, since arrears of the last term come in in this one; `otherTerm` names the term that is not the page's. */
function payments(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('terms')
    .innerJoin('payments', (on) => on.onRef('payments.schoolId', '=', 'terms.schoolId').onRef('payments.termId', '=', 'terms.id'))
    .select([...ofPayment, otherTerm(termId)])
    .where('terms.schoolId', '=', schoolId)
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

function otherTerm(termId: number) {
  return sql<string | null>`case when terms.id <> ${termId} then terms.name end`.as('otherTerm')
}

/** Whether a moment was on a day of the school's calendar. */
function onDay(column: string, day: Day) {
  const midnight = (of: Day) => sql`${`${of}T00:00:00${indiaOffset}`}::timestamptz`
  return sql<boolean>`(${sql.ref(column)} >= ${midnight(day)} and ${sql.ref(column)} < ${midnight(addDays(day, 1))})`
}

/** The cheques that were received on a day and that the bank has not answered yet. */
function clearingOf(db: Db, schoolId: number, termId: number, day: Day) {
  return payments(db, schoolId, termId)
    .where(sql<boolean>`payments.state = 'CLEARING'`)
    .where('payments.deletedAt', 'is', null)
    .where('payments.collectedOn', '=', day)
}

/** The cheques the bank answered about on a day. */
function settledOn(db: Db, schoolId: number, termId: number, day: Day) {
  return payments(db, schoolId, termId).where('payments.settledOn', '=', day).where('payments.deletedAt', 'is', null)
}

/** What was deleted on a day, and what of the day itself was deleted later. */
function deletedOn(db: Db, schoolId: number, termId: number, day: Day) {
  return payments(db, schoolId, termId)
    .where('payments.deletedAt', 'is not', null)
    .where((row) => row.or([onDay('payments.deletedAt', day), row('payments.collectedOn', '=', day)]))
}

/** How many of what was entered late are listed: a school that types in what it has on paper enters a term on one day. */
const shownLate = 50

/** Of a list that is cut off: how many there are in all. */
const ofAll = sql<number>`(count(*) over ())::int`.as('ofAll')

/** What was entered on a day for an earlier one, whose page it has changed. */
function enteredLateOn(db: Db, schoolId: number, termId: number, day: Day) {
  return (
    payments(db, schoolId, termId)
      .select(ofAll)
      // As it stands in the index, which knows these few alone.
      .where(sql<boolean>`payments.collected_on < (payments.created_at at time zone 'Asia/Kolkata')::date`)
      .where(onDay('payments.createdAt', day))
      .limit(shownLate)
  )
}

/** Expenses of all terms, deleted or not. */
function expenses(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('terms')
    .innerJoin('expenses', (on) => on.onRef('expenses.schoolId', '=', 'terms.schoolId').onRef('expenses.termId', '=', 'terms.id'))
    .innerJoin('expenseCategories as category', (on) =>
      on.onRef('category.schoolId', '=', 'expenses.schoolId').onRef('category.id', '=', 'expenses.expenseCategoryId'),
    )
    .select(['expenses.id', 'category.name as categoryName', 'expenses.amount', 'expenses.comment', 'expenses.paidOn'])
    .select(['expenses.createdByName', 'expenses.deletedByName', otherTerm(termId)])
    .where('terms.schoolId', '=', schoolId)
    .orderBy('expenses.paidOn')
    .orderBy('expenses.id')
}

/** What was entered on a day as paid on an earlier one. */
function spentLateOn(db: Db, schoolId: number, termId: number, day: Day) {
  return expenses(db, schoolId, termId)
    .select(ofAll)
    .where('expenses.enteredOn', '=', day)
    .where('expenses.paidOn', '<', day)
    .limit(shownLate)
}

/** The expenses that were deleted on a day, and what of the day itself was deleted later. */
function takenBackOn(db: Db, schoolId: number, termId: number, day: Day) {
  return expenses(db, schoolId, termId)
    .where('expenses.deletedAt', 'is not', null)
    .where((row) => row.or([onDay('expenses.deletedAt', day), row('expenses.paidOn', '=', day)]))
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

/** The receipts that are booked on a day, whether they stand or were deleted or failed, as runs of consecutive numbers. */
function receiptRuns(db: Db, schoolId: number, termId: number, day: Day) {
  const ofDay = db
    .selectFrom('payments')
    .select(['payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo'])
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .where('payments.collectedOn', '=', day)
  // Apart, since each has an index of its own.
  const all = ofDay.where('payments.deletedAt', 'is', null).unionAll(ofDay.where('payments.deletedAt', 'is not', null))
  return db
    .selectFrom(
      db
        .selectFrom(all.as('receipts'))
        .select(['receiptPrefix', 'receiptYear', 'receiptNo'])
        // The same for numbers that follow each other: both grow by one.
        .select(
          sql<number>`receipt_no - row_number() over (partition by receipt_year, receipt_prefix order by receipt_no)`.as('run'),
        )
        .as('numbered'),
    )
    .select(['receiptPrefix', 'receiptYear'])
    .select((row) => [row.fn.min<number>('receiptNo').as('first'), row.fn.max<number>('receiptNo').as('last')])
    .groupBy(['receiptYear', 'receiptPrefix', 'run'])
    .orderBy('receiptYear')
    .orderBy('receiptPrefix')
    .orderBy('first')
}

/** The page's term; no row when the school has none with this id. */
function termOf(db: Db, schoolId: number, termId: number) {
  return db.selectFrom('terms').select('terms.id').where('terms.schoolId', '=', schoolId).where('terms.id', '=', termId)
}
