import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { lessMoney, minMoney, type Paise, sumMoney } from '#shared/money.ts'
import { balance, type LineStatus, version } from '../account.rules.ts'
import { begunMonths, compareMonths, type Month } from '../months.ts'
import { pendingView } from '../pending.schema.ts'
import { receiptNumber } from '../receipts.rules.ts'
import { type AccountOf, askedFees, lockAccount, pendingOfEnrolment, type Payer, payers, standingLines } from './account.sql.ts'
import type { Payment } from './payments.sql.ts'
import { pendingPage } from './pending.sql.ts'
import { recordPayment } from './recordPayment.ts'
import { holdSelectedFees, paymentShares, type SeenFee, type SelectedFee } from './selectedFees.ts'

/*
 * What paying online needs of the fees: the accounts of a family, and the counter's own way of storing a payment. The callers have
 * decided who may.
 */

/** The one who stands for nobody at the counter: receipts say `Online`. */
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
    ownPassword: true,
  }
}

/** A child's place, as her receipts name it. */
export type Child = Payer
export { begunMonths, compareMonths, pendingOfEnrolment }

/** What is pending of a student over all terms, whoever asks: one row. */
export function pendingOfStudent(db: Db | Tx, schoolId: number, studentId: number) {
  return db
    .selectFrom('enrolments')
    .select(sql<number>`coalesce(sum(${pendingOfEnrolment}), 0)::bigint`.as('pending'))
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.studentId', '=', studentId)
}

/** The enabled children of a guardian's phone in a term. */
export function childrenOf(db: Db | Tx, schoolId: number, termId: number, phone: string) {
  return payers(db, schoolId, onlineClerk(schoolId), termId)
    .where('students.phone', '=', phone)
    .where('students.disabled', '=', false)
    .orderBy('students.id')
}

/** The enabled students of a section, or one student, or all of a term. */
export function payersOf(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  of: { termId: number; studentId?: number | undefined; sectionId?: number | undefined },
) {
  let rows = payers(db, schoolId, viewer, of.termId).where('students.disabled', '=', false)
  if (of.studentId !== undefined) rows = rows.where('enrolments.studentId', '=', of.studentId)
  if (of.sectionId !== undefined) rows = rows.where('enrolments.sectionId', '=', of.sectionId)
  return rows.orderBy('students.name').orderBy('students.id')
}

/**
 * Everybody of a term with something pending, by section and roll.
 * @param begun only what is due by now: one-time fees, and those of these months
 */
export async function owing(db: Db | Tx, schoolId: number, viewer: Viewer, termId: number, begun?: readonly Month[]) {
  const view = { ...pendingView.parse({ termId }), page: 0, pageSize: 50_000, begun }
  const rows = await pendingPage(db, schoolId, viewer, view).execute()
  // The totals stand alone where nobody owes anything.
  return rows.flatMap(({ studentId, name, phone, sectionName, pending }) =>
    studentId === null || name === null || phone === null || sectionName === null || pending === null
      ? []
      : [{ id: studentId, name, phone, sectionName, pending }],
  )
}

/** Whether a fee is due on a day: one-time ones, and those of the months of its term that have begun. */
export function feesBegun(term: { name: string; current: boolean }, today: Day): (month: string | null) => boolean {
  const begun: readonly string[] = begunMonths(term, today)
  return (month) => month === null || begun.includes(month)
}

/** A fee of a child with what is pending on it and how it was seen. */
export interface OpenFee extends SelectedFee {
  slug: string
  version: string
}

/** The statements of a child's account, for {@link openFees}. */
export function accountStatements(db: Db | Tx, account: AccountOf) {
  return [askedFees(db, account), standingLines(db, account)] as const
}

/** A child's fees with their balances, from the rows of {@link accountStatements}. */
export function openFees(
  fees: readonly Omit<OpenFee, 'balance' | 'version'>[],
  lines: readonly { id: number; feeId: number; amount: number; status: string }[],
): OpenFee[] {
  const standing = lines.map((line) => ({ ...line, status: line.status as LineStatus }))
  return fees.map((fee) => ({ ...fee, balance: balance(fee, standing), version: version(fee, standing) }))
}

/**
 * Locks the accounts of several children, in the order of their ids: all of them before the first one's fees or a receipt number, or a
 * clerk with the second child's account and we with the number would wait for each other.
 */
export async function lockChildren(db: Tx, schoolId: number, termId: number, studentIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('enrolments')
    .select('studentId')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where('studentId', 'in', studentIds)
    .orderBy('studentId')
    .forNoKeyUpdate()
    .execute()
}

/** Holds fees of several children at once, in the order of their ids, as everybody locks fees. */
export async function holdFees(db: Tx, schoolId: number, feeIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('fees')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', 'in', feeIds)
    .orderBy('id')
    .forShare()
    .execute()
}

/** Locks a child's account, and answers her fees as they were seen, held; see `holdSelectedFees` for what is refused. */
export async function holdChild(
  db: Tx,
  account: AccountOf,
  seen: readonly SeenFee[],
): Promise<{ child: Child; fees: SelectedFee[] } | undefined> {
  const child = await lockAccount(db, onlineClerk(account.schoolId), account)
  return child && { child, fees: await holdSelectedFees(db, account, seen) }
}

/** Money of an order that has arrived for one child. */
export interface ArrivedMoney {
  account: AccountOf
  /** What each fee was priced with. */
  wanted: readonly { feeId: number; amount: Paise }[]
  /** Of this child's payment: unique in the school. */
  reference: string
  orderId: number
  /** Where the money lies, whatever account the fees' category has by now. */
  bankAccountId: number
  school: School
}

/**
 * Books money that has arrived online: on each fee what it was priced with, but never more than is pending now, because a clerk
 * may have taken it meanwhile. What then has no fee is not booked.
 * @returns the payment, null where nothing was pending any more, and what is left
 */
export async function collectArrived(db: Tx, arrived: ArrivedMoney): Promise<{ payment: Payment | null; left: Paise }> {
  const { account, wanted, reference, orderId, bankAccountId, school } = arrived
  const total = sumMoney(wanted.map((fee) => fee.amount))
  const clerk = onlineClerk(account.schoolId)
  const payer = await lockAccount(db, clerk, account)
  if (!payer) return { payment: null, left: total }
  const asked = await askedFees(db, account).clearOrderBy().orderBy('fees.id').forShare('fees').execute()
  const open = openFees(asked, await standingLines(db, account).execute())
  const shares = wanted.flatMap(({ feeId, amount }) => {
    const fee = open.find((one) => one.id === feeId && one.fixedAmount)
    const share = fee ? minMoney(amount, fee.balance.pending) : 0
    return fee && share > 0 ? [{ fee, feeId, amount: share, pending: lessMoney(fee.balance.pending, share) }] : []
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
    collectedOn: schoolDay(new Date()),
    by: { subject: clerk.subject, name: clerk.name },
  })
  return { payment, left: lessMoney(total, amount) }
}

/**
 * Uses money that was left of an order for other fees of the same child: a payment like any other, under the account's lock.
 * @throws Refusal as collecting at the counter does; undefined for an unknown child
 */
export async function collectLeft(
  db: Tx,
  left: {
    account: AccountOf
    fees: readonly SeenFee[]
    amount: Paise
    reference: string
    orderId: number
    bankAccountId: number
    school: School
  },
  by: { subject: string; name: string },
): Promise<Payment | undefined> {
  const { account, fees, amount, reference, orderId, bankAccountId, school } = left
  const held = await holdChild(db, account, fees)
  if (!held) return undefined
  return recordPayment(db, {
    payer: held.child,
    shares: paymentShares(held.fees, amount),
    amount,
    mode: 'ONLINE',
    school,
    by,
    online: { reference, orderId, bankAccountId },
    collectedOn: schoolDay(new Date()),
  })
}

/** Receipts of a family that its page lists. */
const mostFamilyReceipts = 100

/**
 * Reads the receipts of some students over all terms, newest first. Deleted receipts and those of cheques that failed are left out:
 * nobody has them as proof of a payment.
 */
export function receiptsOf(db: Db | Tx, schoolId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('payments')
    .select(['payments.id', 'payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo', 'payments.amount'])
    .select(['payments.studentName', 'payments.collectedOn', 'payments.state', 'payments.orderId'])
    .where('payments.schoolId', '=', schoolId)
    .where(sql<boolean>`payments.student_id = any(${studentIds}::bigint[])`)
    .where('payments.deletedAt', 'is', null)
    .where('payments.state', '<>', 'FAILED')
    .orderBy('payments.id', 'desc')
    .limit(mostFamilyReceipts)
}

/** The number of a payment's receipt, as printed. */
export function receiptNumberOf(payment: Parameters<typeof receiptNumber>[0]): string {
  return receiptNumber(payment)
}
