import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '#platform/database/connect.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { subtractMoney, minMoney, type Paise, sumMoney } from '#shared/money.ts'
import type { ProvedPhone } from '#platform/guardians/sessions.ts'
import { studentsOfPhone } from '#domains/students/server/guardians.exports.ts'
import { type AssignedFee, compareFees, type LineStatus, type PayableFee } from '../account.rules.ts'
import { dueState } from '../due.rules.ts'
import { lateFeePart } from '../lateFee.rules.ts'
import { compareMonths } from '../months.ts'
import type { pendingFilter } from '../pending.schema.ts'
import {
  type FeeAccountKey,
  payableFees,
  owedStatements,
  pendingOfEnrolment,
  type Payer,
  payers,
  undeletedLinesOn,
} from './account.sql.ts'
import { lockAccount, lockAccounts } from './accountLocks.ts'
import { type LateFeeColumns, type Standing, standingOf } from './lateFees.ts'
import type { Payment } from './payments.sql.ts'
import { owingStudents } from './pending.sql.ts'
import { recordPayment } from './recordPayment.ts'
import { idsOf, lockSelectedFees, paymentShares, type SeenFee, type SelectedFee } from './selectedFees.ts'

/*
 * The parts of fees that online payment uses: the accounts of a family, and the counter's way of storing a payment. The
 * callers check permissions.
 */

/** Returns the viewer that books online payments. Receipts name it `Online`. */
export function onlineClerk(schoolId: number): Viewer {
  return {
    subject: '00000000-0000-0000-0000-000000000000',
    role: 'FEES',
    schoolId,
    userId: null,
    studentId: null,
    name: 'Online',
    email: '',
    phone: '',
    classIds: null,
    zoom: null,
    place: null,
    language: null,
    ownPassword: true,
  }
}

/** A child of a family with class and section, as receipts name it. */
export type Child = Payer
export { compareFees, compareMonths, dueState, lockAccounts, owedStatements, pendingOfEnrolment }
export { paymentActions } from './fees.permissions.ts'
export { formatReceiptNumber } from '../receipts.rules.ts'
export type { AssignedFee }

/** Sums what is pending of a student over all terms, without a check of visibility: one row. */
export function pendingOfStudent(db: Db | Tx, schoolId: number, studentId: number) {
  return db
    .selectFrom('enrolments')
    .select(sql<number>`coalesce(sum(${pendingOfEnrolment}), 0)::bigint`.as('pending'))
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.studentId', '=', studentId)
}

/**
 * Selects the enabled students of a term who were listed with a guardian's phone when it was proved, or those listed
 * later; for a guardian who is signed in, also those who have it among their other phones.
 */
export function childrenByPhone(
  db: Db | Tx,
  schoolId: number,
  termId: number | RawBuilder<number>,
  guardian: ProvedPhone & { signedIn: boolean },
  listed: 'BEFORE' | 'LATER' = 'BEFORE',
) {
  const children = payers(db, schoolId, onlineClerk(schoolId), termId)
    .where(sql<SqlBool>`students.id in (${studentsOfPhone(schoolId, guardian, listed)})`)
    .orderBy('students.id')
  return guardian.signedIn ? children : children.where('students.phone', '=', guardian.phone)
}

/** Selects the enabled students of a term: all, of one section, or one student. */
export function enabledPayers(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  filter: { termId: number; studentId?: number | undefined; sectionId?: number | undefined },
) {
  let rows = payers(db, schoolId, viewer, filter.termId).where('students.disabled', '=', false)
  if (filter.studentId !== undefined) rows = rows.where('enrolments.studentId', '=', filter.studentId)
  if (filter.sectionId !== undefined) rows = rows.where('enrolments.sectionId', '=', filter.sectionId)
  return rows.orderBy(inReadersOrder('students.name')).orderBy('students.id')
}

/** Selects all students of a pending list, by section and roll. */
export function pendingStudents(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  filter: z.output<typeof pendingFilter> & { today?: Day },
) {
  return owingStudents(db, schoolId, viewer, { today: schoolDay(new Date()), ...filter })
}

/** Selects a row when a school has a late fee in any category. */
export function hasLateFees(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('feeCategories')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('deletedAt', 'is', null)
    .where('lateFeeKind', 'is not', null)
    .limit(1)
}

/** A fee with what is asked of the child, the child's balance on it, today's late fee, and its version. */
export type WithBalance<Fee extends AssignedFee> = Fee & Standing

/** Returns fees with the balances that follow from lines. */
export function feesWithBalances<Fee extends PayableFee & LateFeeColumns>(
  fees: readonly Fee[],
  lines: readonly { id: number; feeId: number; amount: number; status: string; waived: number | null }[],
): WithBalance<Fee>[] {
  const statusLines = lines.map((line) => ({ ...line, status: line.status as LineStatus }))
  return fees.map((fee) => ({ ...fee, ...standingOf(fee, statusLines) }))
}

/** Locks fees of several children FOR SHARE, in the order of their ids, as everywhere. */
export async function lockFeesShared(db: Tx, schoolId: number, feeIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('fees')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', 'in', feeIds)
    .orderBy('id')
    .forShare()
    .execute()
}

/** Locks a child's account and its fees, and returns both; errors as in `lockSelectedFees`. */
export async function lockChildWithFees(
  db: Tx,
  account: FeeAccountKey,
  seen: readonly SeenFee[],
): Promise<{ child: Child; fees: SelectedFee[] } | undefined> {
  const child = await lockAccount(db, onlineClerk(account.schoolId), account, idsOf(seen))
  return child && { child, fees: await lockSelectedFees(db, account, seen) }
}

/** Money of an online order that has arrived for one child. */
export interface OnlineMoney {
  account: FeeAccountKey
  /** The amount of each fee in the order, with the late fee in it and the late fees that the fee had before. */
  priced: readonly { feeId: number; amount: Paise; lateFee: Paise; lateFeeBefore: Paise }[]
  /** Reference of this child's payment, unique in the school. */
  reference: string
  orderId: number
  /** The account that received the money, even if the category's account has changed since. */
  bankAccountId: number
  school: School
  /** The day of the payment and of its receipt. */
  paidOn: Day
}

/**
 * Books online money. Each fee gets its amount in the order, but never more than is pending now with the order's late
 * fee, because a clerk may have collected or waived meanwhile. The rest is not booked.
 * @returns the payment, null when nothing was pending any more, and the amount left
 */
export async function bookOnlineMoney(db: Tx, arrived: OnlineMoney): Promise<{ payment: Payment | null; left: Paise }> {
  const { account, priced, reference, orderId, bankAccountId, school, paidOn } = arrived
  const total = sumMoney(priced.map((fee) => fee.amount))
  const clerk = onlineClerk(account.schoolId)
  const feeIds = idsOf(priced)
  const payer = await lockAccount(db, clerk, account, feeIds)
  if (!payer) return { payment: null, left: total }
  const asked = await payableFees(db, account, feeIds).forShare('fees').execute()
  const open = feesWithBalances(asked, await undeletedLinesOn(db, account, feeIds).execute())
  // The receipt's lines are in the order in which the counter would have split the money.
  const shares = open.toSorted(compareFees).flatMap((fee) => {
    const ordered = priced.find(({ feeId }) => feeId === fee.id)
    if (!ordered || !fee.fixedAmount || fee.balance.pending <= 0) return []
    const late = frozenLateFee(ordered, fee.lateFeeBefore)
    const pending = sumMoney([fee.balance.pending, late])
    const amount = minMoney(ordered.amount, pending)
    return [{ fee, feeId: fee.id, amount, pending: subtractMoney(pending, amount), lateFee: lateFeePart(amount, late) }]
  })
  const amount = sumMoney(shares.map((share) => share.amount))
  if (amount === 0) return { payment: null, left: total }
  const payment = await recordPayment(db, {
    payer,
    shares,
    amount,
    mode: 'ONLINE',
    online: { reference, orderId, bankAccountId },
    school,
    collectedOn: paidOn,
    by: { subject: clerk.subject, name: clerk.name },
  })
  return { payment, left: subtractMoney(total, amount) }
}

/** Returns the late fee of an order less what was paid or waived of it since. */
function frozenLateFee(ordered: { lateFee: Paise; lateFeeBefore: Paise }, before: Paise): Paise {
  const since = Math.max(0, subtractMoney(before, ordered.lateFeeBefore))
  return Math.max(0, subtractMoney(ordered.lateFee, since))
}

/**
 * Books the surplus of an order on other fees of the same child: a normal payment under the account's lock.
 * @throws Refusal as collecting at the counter does; undefined for an unknown child
 */
export async function bookSurplus(
  db: Tx,
  surplus: {
    account: FeeAccountKey
    fees: readonly SeenFee[]
    amount: Paise
    reference: string
    orderId: number
    bankAccountId: number
    school: School
  },
  by: { subject: string; name: string },
): Promise<Payment | undefined> {
  const { account, fees, amount, reference, orderId, bankAccountId, school } = surplus
  const locked = await lockChildWithFees(db, account, fees)
  if (!locked) return undefined
  return recordPayment(db, {
    payer: locked.child,
    shares: paymentShares(locked.fees, amount),
    amount,
    mode: 'ONLINE',
    school,
    by,
    online: { reference, orderId, bankAccountId },
    collectedOn: schoolDay(new Date()),
  })
}

/** Maximum number of receipts on a family's page. */
const maxFamilyReceipts = 100

/**
 * Selects the receipts of students over all terms, newest first. Deleted receipts and failed cheques are left out,
 * because they prove no payment.
 */
export function receiptsOfStudents(db: Db | Tx, schoolId: number, studentIds: readonly number[]) {
  // By their lines, which an index has by student: the newest payments of the school would be read until enough are
  // found.
  const paid = sql`select line.payment_id from collected_lines line
    where line.school_id = ${schoolId} and line.term_id = any(array(select terms.id from terms where terms.school_id = ${schoolId}))
      and line.student_id = any(${studentIds}::bigint[])`
  return db
    .selectFrom('payments')
    .select(['payments.id', 'payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo', 'payments.amount'])
    .select(['payments.studentName', 'payments.collectedOn', 'payments.state', 'payments.orderId'])
    .where('payments.schoolId', '=', schoolId)
    .where(sql<boolean>`payments.id = any(array(${paid}))`)
    .where('payments.deletedAt', 'is', null)
    .where('payments.state', '<>', 'FAILED')
    .orderBy('payments.id', 'desc')
    .limit(maxFamilyReceipts)
}
