import { z } from 'zod'
import { query } from '#platform/command.ts'
import type { Db } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { type Balance, balance, type FeeState, feeState, type LineStatus, version } from '../account.rules.ts'
import { feeAccountOf } from '../payments.schema.ts'
import { type AccountOf, askedFees, type Payer, payers, siblings, standingLines } from './account.sql.ts'
import { collectedSums, everyTerm, standingPayments } from './collected.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { type Payment, paymentsOf } from './payments.sql.ts'

/** A collected line with what its payment says of it. */
export type AccountLine = Awaited<ReturnType<ReturnType<typeof standingLines>['execute']>>[number]

/** One fee of a student with how she stands with it: the specification's summary row. */
export interface StudentFee extends Balance {
  id: number
  name: string
  month: string | null
  amount: number
  fixedAmount: boolean
  slug: string
  categoryName: string
  state: FeeState
  version: string
  lines: AccountLine[]
}

/** All the counter needs of one student in one term. */
export interface FeeAccount {
  schoolId: number
  student: Payer
  fees: StudentFee[]
  /** Not deleted, newest first. */
  payments: Payment[]
  discounts: AccountLine[]
  siblings: (Payer & { pending: number })[]
  /** The sums over the fees; pending is of the fixed ones. */
  total: Balance
}

/** The statements of an account. */
export function accountReads(db: Db, viewer: Viewer, account: AccountOf) {
  return [
    payers(db, account.schoolId, viewer, account.termId).where('enrolments.studentId', '=', account.studentId),
    askedFees(db, account),
    standingLines(db, account),
    paymentsOf(db, viewer, account),
    siblings(db, viewer, account),
  ] as const
}

/** A student's account of a term in one round trip. NOT_FOUND for an unknown student. */
export const viewFeeAccount = query({
  action: paymentActions.viewAccount,
  input: feeAccountOf,
  run: async ({ db, read, viewer, schoolId, input }): Promise<FeeAccount> => {
    const [[student], asked, lines, payments, others] = await read(...accountReads(db, viewer, { schoolId, ...input }))
    if (!student) throw notFound()
    const standing = lines.map((line) => ({ ...line, status: line.status as LineStatus }))
    const fees = asked.map((fee) => {
      const stands = balance(fee, standing)
      return {
        ...fee,
        ...stands,
        state: feeState(stands),
        version: version(fee, standing),
        lines: lines.filter((line) => line.feeId === fee.id),
      }
    })
    const sum = (part: keyof Balance) => sumMoney(fees.map((fee) => fee[part]))
    return {
      schoolId,
      student,
      fees,
      payments,
      discounts: lines.filter((line) => line.status === 'DISCOUNT'),
      siblings: others,
      total: { collected: sum('collected'), clearing: sum('clearing'), discount: sum('discount'), pending: sum('pending') },
    }
  },
})

/** Sums what the counter has taken today, of every term: a drawer knows no terms. */
export const viewCounterDay = query({
  action: paymentActions.viewAccount,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }) => {
    const today = schoolDay(new Date())
    const [[sums]] = await read(
      standingPayments(db, schoolId, viewer, everyTerm, { from: today, to: today }).select(collectedSums),
    )
    return { id: `${schoolId} ${today}`, day: today, ...(sums ?? { collected: 0, clearing: 0, receipts: 0 }) }
  },
})
