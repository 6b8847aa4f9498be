import type { Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { askedAmount, type Balance, feeBalance, feeVersion, type PayableFee } from '../account.rules.ts'
import { lateFee, lateFeeBefore, type LateFeeKind, type LateFeeLine, type LateFeeRule } from '../lateFee.rules.ts'
import type { Payment } from './payments.sql.ts'

/** The late fee rule of a category as its row has it; all null where there is none. */
export interface LateFeeColumns {
  lateFeeKind: string | null
  lateFeeAmount: number | null
  lateFeeGrace: number | null
  lateFeeMax: number | null
}

/** Returns the late fee rule of a row; null where there is none. */
export function lateFeeRule({ lateFeeKind, lateFeeAmount, lateFeeGrace, lateFeeMax }: LateFeeColumns): LateFeeRule | null {
  if (lateFeeKind === null || lateFeeAmount === null || lateFeeGrace === null) return null
  return { kind: lateFeeKind as LateFeeKind, amount: lateFeeAmount, graceDays: lateFeeGrace, max: lateFeeMax }
}

/** Returns the columns of a rule; `max` is dropped where it does not count. */
export function lateFeeColumns(rule: LateFeeRule | null): LateFeeColumns {
  return {
    lateFeeKind: rule?.kind ?? null,
    lateFeeAmount: rule?.amount ?? null,
    lateFeeGrace: rule?.graceDays ?? null,
    lateFeeMax: rule?.kind === 'BY_DAY' ? rule.max : null,
  }
}

/** What a student has on a fee, and what would be paid on top of it. */
export interface Standing {
  /** What is asked of the student, see {@link askedAmount}. */
  asked: number
  balance: Balance
  /** The late fee if money is taken on the day. */
  lateFeeDue: number
  /** What was paid or waived of the late fee already. */
  lateFeeBefore: number
  version: string
}

/**
 * Returns what a student has on a fee from the lines on it. The version follows today's late fee, whatever the day of
 * the payment.
 * @param day the day on which the money is taken
 */
export function standingOf(
  fee: PayableFee & LateFeeColumns,
  lines: readonly (LateFeeLine & { id: number })[],
  day: Day = schoolDay(new Date()),
): Standing {
  const balance = feeBalance(fee, lines)
  const before = lateFeeBefore(fee, lines)
  const on = (date: Day) => lateFee(fee, lateFeeRule(fee), { pending: balance.pending, before }, date)
  return {
    asked: askedAmount(fee, lines),
    balance,
    lateFeeDue: on(day),
    lateFeeBefore: before,
    version: feeVersion(fee, lines, on(schoolDay(new Date()))),
  }
}

/**
 * Undoes the late fees that a payment has paid, because it was deleted, moved or returned by the bank: the late fee is
 * computed anew from then on. Call it under the account's lock.
 */
export async function undoLateFees(
  db: Tx,
  by: Pick<Viewer, 'subject' | 'name'>,
  { schoolId, id }: Pick<Payment, 'schoolId' | 'id'>,
  reason: string,
): Promise<void> {
  await db
    .updateTable('collectedLines')
    .set({ deletedAt: new Date(), deletedBy: by.subject, deletedByName: by.name, deleteReason: reason })
    .where('schoolId', '=', schoolId)
    .where('lateFeePaymentId', '=', id)
    .where('deletedAt', 'is', null)
    .execute()
}
