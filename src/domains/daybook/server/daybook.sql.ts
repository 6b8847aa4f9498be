import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
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
  refundedBefore,
  refundedByClerk,
  refundedInOtherTerms,
} from '#domains/fees/server/collected.exports.ts'

/** Earlier than any day that can be entered. */
const firstDay = '1900-01-01'

/**
 * Selects the whole page of a day in one statement, so that its sums agree while money is being taken. Separate
 * statements would each see what was committed until then.
 */
export function dayBookPage(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  const today = { start: day, end: day }
  return db.selectNoFrom([
    jsonObjectFrom(termById(db, schoolId, termId)).as('term'),
    jsonObjectFrom(collectedBefore(db, schoolId, viewer, termId, day)).as('before'),
    jsonObjectFrom(refundedBefore(db, schoolId, viewer, termId, day)).as('refundedBefore'),
    jsonObjectFrom(spentInDays(db, schoolId, termId, { start: firstDay, end: addDays(day, -1) })).as('spentBefore'),
    jsonArrayFrom(collectedByClerk(db, schoolId, viewer, termId, day)).as('clerks'),
    jsonArrayFrom(collectedByAccount(db, schoolId, viewer, termId, day)).as('accounts'),
    jsonArrayFrom(refundedByClerk(db, schoolId, viewer, termId, day)).as('refundedBy'),
    jsonArrayFrom(refundRows(db, schoolId, termId, day)).as('refunds'),
    jsonArrayFrom(spentByCategory(db, schoolId, termId, today)).as('expenses'),
    jsonObjectFrom(chequesToClear(db, schoolId, viewer, termId)).as('outstanding'),
    jsonArrayFrom(chequesToDeposit(db, schoolId, termId, day)).as('toDeposit'),
    jsonArrayFrom(settledCheques(db, schoolId, termId, day)).as('settled'),
    jsonArrayFrom(deletedPayments(db, schoolId, termId, day)).as('deleted'),
    jsonArrayFrom(latePayments(db, schoolId, termId, day)).as('late'),
    jsonArrayFrom(lateExpenses(db, schoolId, termId, day)).as('lateExpenses'),
    jsonArrayFrom(deletedExpenses(db, schoolId, termId, day)).as('deletedExpenses'),
    jsonObjectFrom(reductionSums(db, schoolId, termId, day, 'DISCOUNT')).as('discounts'),
    jsonObjectFrom(reductionSums(db, schoolId, termId, day, 'WRITE_OFF')).as('writeOffs'),
    jsonArrayFrom(receiptRuns(db, schoolId, termId, day)).as('receiptRuns'),
    jsonArrayFrom(collectedInOtherTerms(db, schoolId, termId, day)).as('otherTerms'),
    jsonArrayFrom(refundedInOtherTerms(db, schoolId, viewer, termId, day)).as('refundedInOtherTerms'),
    jsonArrayFrom(spentInOtherTerms(db, schoolId, termId, today)).as('spentInOtherTerms'),
  ])
}

const paymentColumns = [
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
  'payments.txnId',
  'payments.onlineRef',
  'payments.transferKind',
  'payments.cardLast4',
  'payments.bankName',
  'payments.instrumentOn',
  'payments.collectedOn',
  'payments.settledByName',
  'payments.deletedByName',
  'payments.deleteReason',
] as const

/**
 * Selects payments of all terms, because arrears of the last term are paid in this one. `otherTerm` names a term other
 * than the page's.
 */
function paymentRows(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('terms')
    .innerJoin('payments', (on) => onSameSchool(on, 'payments.termId', 'terms.id'))
    .select([...paymentColumns, otherTermName(termId)])
    .where('terms.schoolId', '=', schoolId)
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

function otherTermName(termId: number) {
  return sql<string | null>`case when terms.id <> ${termId} then terms.name end`.as('otherTerm')
}

/** Condition: a moment is on a day of the school's calendar. */
function onDay(column: string, day: Day) {
  const midnight = (date: Day) => sql`${`${date}T00:00:00${indiaOffset}`}::timestamptz`
  return sql<boolean>`(${sql.ref(column)} >= ${midnight(day)} and ${sql.ref(column)} < ${midnight(addDays(day, 1))})`
}

/** Selects the cheques received on a day that the bank has not cleared yet. */
function chequesToDeposit(db: Db, schoolId: number, termId: number, day: Day) {
  return paymentRows(db, schoolId, termId)
    .where(sql<boolean>`payments.state = 'CLEARING'`)
    .where('payments.deletedAt', 'is', null)
    .where('payments.collectedOn', '=', day)
}

/** Selects the cheques that the bank cleared or returned on a day. */
function settledCheques(db: Db, schoolId: number, termId: number, day: Day) {
  return paymentRows(db, schoolId, termId).where('payments.settledOn', '=', day).where('payments.deletedAt', 'is', null)
}

/** Selects the payments deleted on a day, and payments of the day that were deleted later. */
function deletedPayments(db: Db, schoolId: number, termId: number, day: Day) {
  return paymentRows(db, schoolId, termId)
    .where('payments.deletedAt', 'is not', null)
    .where((row) => row.or([onDay('payments.deletedAt', day), row('payments.collectedOn', '=', day)]))
}

/** Maximum number of late entries listed. A school that types in its paper records enters a whole term on one day. */
const maxLateRows = 50

/** The length of the list before its limit. */
const totalCount = sql<number>`(count(*) over ())::int`.as('totalCount')

/** Selects the payments entered on a day for an earlier day, whose page they changed. */
function latePayments(db: Db, schoolId: number, termId: number, day: Day) {
  return (
    paymentRows(db, schoolId, termId)
      .select(totalCount)
      // The expression of the partial index, which holds only these few rows.
      .where(sql<boolean>`payments.collected_on < (payments.created_at at time zone 'Asia/Kolkata')::date`)
      .where(onDay('payments.createdAt', day))
      .limit(maxLateRows)
  )
}

/** Selects the refunds booked, entered or cancelled on a day, of all terms: each of them changed a page of the book. */
function refundRows(db: Db, schoolId: number, termId: number, day: Day) {
  return db
    .selectFrom('terms')
    .innerJoin('refunds', (on) => onSameSchool(on, 'refunds.termId', 'terms.id'))
    .select(['refunds.id', 'refunds.refundPrefix', 'refunds.refundYear', 'refunds.refundNo', 'refunds.studentName'])
    .select(['refunds.sectionName', 'refunds.amount', 'refunds.mode', 'refunds.reference', 'refunds.reason'])
    .select(['refunds.refundedOn', 'refunds.cancelledByName', 'refunds.cancelReason', otherTermName(termId)])
    .where('terms.schoolId', '=', schoolId)
    .where((row) =>
      row.or([row('refunds.refundedOn', '=', day), onDay('refunds.createdAt', day), onDay('refunds.cancelledAt', day)]),
    )
    .orderBy('refunds.refundYear')
    .orderBy('refunds.refundNo')
}

/** Selects expenses of all terms, deleted or not. */
function expenseRows(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('terms')
    .innerJoin('expenses', (on) => onSameSchool(on, 'expenses.termId', 'terms.id'))
    .innerJoin('expenseCategories as category', (on) => onSameSchool(on, 'category.id', 'expenses.expenseCategoryId'))
    .select(['expenses.id', 'category.name as categoryName', 'expenses.amount', 'expenses.comment', 'expenses.paidOn'])
    .select(['expenses.createdByName', 'expenses.deletedByName', otherTermName(termId)])
    .where('terms.schoolId', '=', schoolId)
    .orderBy('expenses.paidOn')
    .orderBy('expenses.id')
}

/** Selects the expenses entered on a day as paid on an earlier one. */
function lateExpenses(db: Db, schoolId: number, termId: number, day: Day) {
  return expenseRows(db, schoolId, termId)
    .select(totalCount)
    .where('expenses.enteredOn', '=', day)
    .where('expenses.paidOn', '<', day)
    .limit(maxLateRows)
}

/** Selects the expenses deleted on a day, and expenses of the day that were deleted later. */
function deletedExpenses(db: Db, schoolId: number, termId: number, day: Day) {
  return expenseRows(db, schoolId, termId)
    .where('expenses.deletedAt', 'is not', null)
    .where((row) => row.or([onDay('expenses.deletedAt', day), row('expenses.paidOn', '=', day)]))
}

/**
 * Counts and sums the discounts or write-offs of a day that are not deleted. Joined through fees, because the index of
 * lines is by fee and status.
 */
function reductionSums(db: Db, schoolId: number, termId: number, day: Day, status: 'DISCOUNT' | 'WRITE_OFF') {
  return db
    .selectFrom('fees')
    .innerJoin('collectedLines as line', (on) =>
      onSameSchool(on, 'line.termId', 'fees.termId').onRef('line.feeId', '=', 'fees.id'),
    )
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(line.amount), 0)::bigint`.as('amount')])
    .where('fees.schoolId', '=', schoolId)
    .where('fees.termId', '=', termId)
    .where('line.status', '=', status)
    .where('line.deletedAt', 'is', null)
    .where('line.collectedOn', '=', day)
}

/** Selects the receipts of a day as runs of consecutive numbers, including deleted ones and failed cheques. */
function receiptRuns(db: Db, schoolId: number, termId: number, day: Day) {
  const ofDay = db
    .selectFrom('payments')
    .select(['payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo'])
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .where('payments.collectedOn', '=', day)
  // Two queries, because each has its own index.
  const all = ofDay.where('payments.deletedAt', 'is', null).unionAll(ofDay.where('payments.deletedAt', 'is not', null))
  return db
    .selectFrom(
      db
        .selectFrom(all.as('receipts'))
        .select(['receiptPrefix', 'receiptYear', 'receiptNo'])
        // Consecutive numbers have the same difference: number and row number both grow by one.
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

/** Selects the page's term; no row when the school has none with this id. */
function termById(db: Db, schoolId: number, termId: number) {
  return db.selectFrom('terms').select('terms.id').where('terms.schoolId', '=', schoolId).where('terms.id', '=', termId)
}
