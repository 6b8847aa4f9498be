import { z } from 'zod'
import { query } from '#platform/command.ts'
import { isSiblingOf } from '#domains/students/server/students.exports.ts'
import type { Db } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { type Balance, type FeeState, feeState, type LineStatus, type PayableFee, sumBalances } from '../account.rules.ts'
import { limitText } from '../discountLimit.rules.ts'
import { type DueState, dueState } from '../due.rules.ts'
import { feeAccountKey } from '../payments.schema.ts'
import type { UpiPayee } from '../upi.rules.ts'
import { type FeeAccountKey, owedStatements, payableFees, type Payer, payers, siblings, undeletedLines } from './account.sql.ts'
import { isDayClosed } from '../cashier.rules.ts'
import { drawerOf, openDaysBefore } from './cashier.sql.ts'
import { collectedSums, undeletedPayments } from './collected.sql.ts'
import { type Concession, concessionsOfAccount } from './concessions.sql.ts'
import { discountsOfTerm, limitOfViewer } from './discountLimits.ts'
import { type DiscountRequest, requestsOfAccount } from './discountRequests.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { everyTerm } from './inTerm.sql.ts'
import { type LateFeeColumns, standingOf } from './lateFees.ts'
import { type PaymentRow, paymentsOfAccount } from './payments.sql.ts'
import { type Refund, refundsOfAccount } from './refunds.sql.ts'
import { type UndecidedOrder, undecidedOrders } from './undecidedOrders.sql.ts'

/** A collected line with the facts of its payment. */
export type AccountLine = Awaited<ReturnType<ReturnType<typeof undeletedLines>['execute']>>[number]

/** A fee that a payment can pay. */
export type FeeRow = Awaited<ReturnType<ReturnType<typeof payableFees>['execute']>>[number]

/** One fee of a student with its balance: the specification's summary row. */
export interface StudentFee extends Balance {
  id: number
  name: string
  month: string | null
  /** What is asked of the student, dues from before Shala with it. */
  amount: number
  fixedAmount: boolean
  slug: string
  categoryName: string
  /** The day by which it is to be paid. */
  dueOn: Day
  due: DueState
  state: FeeState
  /** The late fee that would be paid today on top of what is pending. */
  lateFeeDue: number
  version: string
  lines: AccountLine[]
}

/** What a student has not paid of an earlier term. */
export interface PreviousDues {
  termId: number
  termName: string
  /** The fees with something pending, in the order of allocation. */
  fees: StudentFee[]
  pending: number
}

/** A student's fee account of one term, as the counter shows it. */
export interface FeeAccount {
  schoolId: number
  student: Payer
  fees: StudentFee[]
  /** Oldest term first; in none of the sums. */
  previousDues: PreviousDues[]
  /** Not deleted, newest first. */
  payments: PaymentRow[]
  discounts: AccountLine[]
  writeOffs: AccountLine[]
  /** Late fees that the school does not ask for. */
  waivers: AccountLine[]
  /** Newest first; cancelled ones are among them. */
  refunds: Refund[]
  /** Ended ones too, the oldest first. */
  concessions: Concession[]
  /** Discounts that wait for an ADMIN's approval, and the refused ones of the last days. */
  discountRequests: DiscountRequest[]
  siblings: (Payer & { pending: number })[]
  /** Online payments for fees of the student that the gateway has not decided about, the oldest first. */
  undecidedOrders: UndecidedOrder[]
  /** Sums over all fees; pending counts fixed fees only. */
  total: Balance
  /** null where the school has no UPI address. */
  upi: UpiPayee | null
  /** How much is discounted and waived in the term and how much the viewer may; null for who is not limited. */
  discountLimit: string | null
}

/**
 * Returns the statements that read an account, but for what few students have (`rareStatements`) and siblings. One
 * statement of all of them takes a fifth longer.
 */
export function accountStatements(db: Db, viewer: Viewer, account: FeeAccountKey) {
  const { schoolId, termId, studentId } = account
  return [
    payers(db, schoolId, viewer, termId)
      .select((row) => [
        row.or(rareTables.map((table) => row.exists(ofStudent(db, table, account)))).as('hasRare'),
        row
          .exists(db.selectFrom('students').select('id').where('schoolId', '=', schoolId).where(isSiblingOf(schoolId, studentId)))
          .as('hasSiblings'),
        row.exists(undecidedOrders(db, account)).as('hasUndecided'),
      ])
      .where('enrolments.studentId', '=', studentId),
    ...owedStatements(db, account),
    paymentsOfAccount(db, account),
  ] as const
}

const rareTables = ['refunds', 'concessions', 'discountRequests'] as const

function ofStudent(db: Db, table: (typeof rareTables)[number], of: FeeAccountKey) {
  return db
    .selectFrom(table)
    .where('schoolId', '=', of.schoolId)
    .where('termId', '=', of.termId)
    .where('studentId', '=', of.studentId)
    .select('id')
}

/**
 * Returns the statements that read what few students have: they are joined with much, and each takes as long as those
 * of the fees, also where it answers nothing.
 */
function rareStatements(db: Db, viewer: Viewer, account: FeeAccountKey) {
  return [
    refundsOfAccount(db, viewer, account),
    concessionsOfAccount(db, viewer, account),
    requestsOfAccount(db, viewer, account),
  ] as const
}

/**
 * Returns a student's account of a term, in one round trip for most students. NOT_FOUND for an unknown student.
 */
export const viewFeeAccount = query({
  action: paymentActions.viewAccount,
  input: feeAccountKey,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<FeeAccount> => {
    const limit = limitOfViewer(school, viewer)
    const account = { schoolId, ...input }
    const [[found], assigned, lines, dues, payments] = await read(...accountStatements(db, viewer, account))
    if (!found) throw notFound()
    const { hasRare, hasSiblings, hasUndecided, ...student } = found
    // Read at the same time, each on a connection of its own.
    const [[refunds, concessions, discountRequests], [siblingRows], [undecided]] = await Promise.all([
      hasRare ? read(...rareStatements(db, viewer, account)) : [[], [], []],
      hasSiblings ? read(siblings(db, viewer, account)) : [[]],
      hasUndecided ? read(undecidedOrders(db, account)) : [[]],
    ])
    const fees = feesWithLines(assigned, lines)
    const owedBefore = feesWithLines(
      dues,
      dues.flatMap((fee) => fee.lines.map(lineOfJson)),
    )
    return {
      schoolId,
      student,
      fees,
      previousDues: groupByTerm(owedBefore),
      payments,
      discounts: lines.filter((line) => line.status === 'DISCOUNT'),
      writeOffs: lines.filter((line) => line.status === 'WRITE_OFF'),
      waivers: lines.filter((line) => line.waived !== null),
      refunds,
      concessions,
      discountRequests,
      siblings: siblingRows,
      undecidedOrders: undecided,
      total: sumBalances(fees),
      discountLimit: limit && limitText(limit, discountsOfTerm(assigned, lines), student.termName),
      upi: school.upiAddress === '' ? null : { address: school.upiAddress, name: school.upiPayee || school.name },
    }
  },
})

/** Returns fees as the counter shows them, from the lines of their student that are not deleted. */
export function feesWithLines<Fee extends PayableFee & LateFeeColumns>(fees: readonly Fee[], lines: readonly AccountLine[]) {
  const byFee = Map.groupBy(lines, (line) => line.feeId)
  return fees.map((fee) => withBalance(fee, byFee.get(fee.id) ?? []))
}

/** @param lines those on the fee */
function withBalance<Fee extends PayableFee & LateFeeColumns>(fee: Fee, lines: AccountLine[]) {
  const statusLines = lines.map((line) => ({ ...line, status: line.status as LineStatus }))
  const { asked, balance, lateFeeDue, version } = standingOf(fee, statusLines)
  return {
    ...fee,
    ...balance,
    amount: asked,
    due: dueState(fee.dueOn, schoolDay(new Date())),
    state: feeState(balance, statusLines),
    lateFeeDue,
    version,
    lines,
  }
}

/** Rows within JSON have their moments as texts. */
function lineOfJson(line: Omit<AccountLine, 'createdAt'> & { createdAt: string }): AccountLine {
  return { ...line, createdAt: new Date(line.createdAt) }
}

function groupByTerm(fees: readonly (StudentFee & { termId: number; termName: string })[]): PreviousDues[] {
  return [...Map.groupBy(fees, (fee) => fee.termId)].map(([termId, ofTerm]) => ({
    termId,
    termName: ofTerm[0]?.termName ?? '',
    fees: ofTerm,
    pending: sumMoney(ofTerm.map((fee) => fee.pending)),
  }))
}

/** What the counter took on a day, and whether the viewer's drawer is closed. */
export interface CounterDay {
  id: string
  day: Day
  collected: number
  clearing: number
  receipts: number
  closed: boolean
  /** The first earlier day with money that is not closed. */
  openDay: Day | null
}

/**
 * Returns what the counter took today, of every term, because one cash drawer holds the money of all terms, and which
 * days of the viewer's own drawer are closed.
 */
export const viewCounterDay = query({
  action: paymentActions.viewAccount,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }): Promise<CounterDay> => {
    const today = schoolDay(new Date())
    const [[sums], [drawer]] = await read(
      undeletedPayments(db, schoolId, viewer, everyTerm, { from: today, to: today }).select(collectedSums),
      drawerOf(db, schoolId, viewer.subject).select(
        openDaysBefore(db, schoolId, today)
          .clearSelect()
          .select('taken.day')
          .where('drawer.clerk', '=', viewer.subject)
          .limit(1)
          .as('openDay'),
      ),
    )
    return {
      id: `${schoolId} ${today}`,
      day: today,
      ...(sums ?? { collected: 0, clearing: 0, receipts: 0 }),
      closed: drawer !== undefined && isDayClosed(today, drawer),
      openDay: drawer?.openDay ?? null,
    }
  },
})
