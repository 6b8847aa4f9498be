import { type Db, readIn, type Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  allocate,
  type LineStatus,
  noDiscountOnNonFixed,
  type PayableFee,
  type Share,
  amountExceedsFees,
} from '../account.rules.ts'
import type { Day } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { feeTitle } from '../fees.rules.ts'
import { amountExceedsLateFees, lateFeePart } from '../lateFee.rules.ts'
import { type FeeAccountKey, payableFees, undeletedLinesOn } from './account.sql.ts'
import { type LateFeeColumns, type Standing, standingOf } from './lateFees.ts'

/** A fee of a payment, with its category's late fee rule. */
export interface FeeOfPayment extends PayableFee, LateFeeColumns {
  termId: number
  termName: string
  name: string
  month: string | null
  categoryName: string
  /** The bank account its money goes to. */
  bankAccountId: number | null
}

/** A selected fee with the student's present balance on it, and the late fee on the day of the payment. */
export type SelectedFee = FeeOfPayment & Standing

/** A fee with the version that the counter showed. */
export interface SeenFee {
  feeId: number
  version: string
}

/** Returns the ids of fees. */
export function idsOf(fees: readonly Pick<SeenFee, 'feeId'>[]): number[] {
  return fees.map((fee) => fee.feeId)
}

/** Returns the statements that read the selected fees, of the account's term or earlier ones, and the lines on them. */
export function selectedFeesStatements(db: Db | Tx, account: FeeAccountKey, seen: readonly Pick<SeenFee, 'feeId'>[]) {
  const ids = idsOf(seen)
  return [payableFees(db, account, ids), undeletedLinesOn(db, account, ids)] as const
}

/**
 * Returns the statements that lock the selected fees until the transaction ends and read them, for
 * {@link checkSelectedFees}. The locks of the fees' accounts keep others from collecting on them, and FOR SHARE keeps
 * their amounts from being changed.
 */
export function selectedFeesLocks(db: Tx, account: FeeAccountKey, seen: readonly SeenFee[]) {
  const [fees, lines] = selectedFeesStatements(db, account, seen)
  return [fees.forShare('fees'), lines] as const
}

/**
 * Locks the selected fees until the transaction ends and returns them with their balances.
 * @param day the day of the payment, for the late fees; today by default
 * @throws Refusal CONFLICT when a fee no longer applies to the student or changed since the counter showed it
 */
export async function lockSelectedFees(
  db: Tx,
  account: FeeAccountKey,
  seen: readonly SeenFee[],
  day?: Day,
): Promise<SelectedFee[]> {
  const [fees, lines] = await readIn(db)(...selectedFeesLocks(db, account, seen))
  return checkSelectedFees(fees, lines, seen, day)
}

/**
 * Locks the fees of a discount or a write-off, like {@link lockSelectedFees}.
 * @throws Refusal BAD_INPUT on `fees` when one of them has nothing pending: it can be no part of it
 */
export async function lockPendingFees(db: Tx, account: FeeAccountKey, seen: readonly SeenFee[]): Promise<SelectedFee[]> {
  const selected = await lockSelectedFees(db, account, seen)
  const settled = selected.filter((fee) => fee.fixedAmount && fee.balance.pending <= 0)
  if (settled.length === 0) return selected
  const names = settled.map(feeTitle).join(', ')
  const message = t`Nothing is pending on ${names}. Leave out fees that are paid`
  throw new Refusal('BAD_INPUT', message, [{ path: 'fees', message }])
}

/**
 * Returns the fees with their balances, checked against the versions that the counter showed; errors as in
 * `lockSelectedFees`.
 */
export function checkSelectedFees(
  fees: readonly FeeOfPayment[],
  lines: readonly { id: number; feeId: number; amount: number; status: string; waived: number | null }[],
  seen: readonly SeenFee[],
  day?: Day,
): SelectedFee[] {
  const versions = new Map(seen.map((fee) => [fee.feeId, fee.version]))
  if (fees.length < versions.size)
    throw new Refusal('CONFLICT', t`Some of these fees no longer apply to this student. Nothing was saved.`, [
      { path: 'fees', message: t`Some of these fees no longer apply to this student.` },
    ])
  const statusLines = lines.map((line) => ({ ...line, status: line.status as LineStatus }))
  const selected = fees.map((fee) => ({ ...fee, ...standingOf(fee, statusLines, day) }))
  const changed = selected.filter((fee) => fee.version !== versions.get(fee.id))
  if (changed.length > 0) {
    const names = changed.map(feeTitle).join(', ')
    throw new Refusal(
      'CONFLICT',
      t`Somebody else changed ${names} meanwhile. Nothing was saved. Check the account and try again.`,
      [{ path: 'fees', message: t`${names} changed meanwhile` }],
    )
  }
  return selected
}

/** A share of an amount, with its fee. */
export interface FeeShare extends Share {
  fee: SelectedFee
  /** The part of it that pays the fee's late fee. */
  lateFee: number
}

/**
 * Splits a payment over the selected fees. Each fee takes its late fee first, and then what is pending.
 * @param path the input's field to blame
 * @throws Refusal BAD_INPUT when they cannot take all of it
 */
export function paymentShares(selected: readonly SelectedFee[], amount: number, path: 'amount' | 'fees' = 'amount'): FeeShare[] {
  return split(selected, amount, { of: ({ balance, lateFeeDue }) => sumMoney([balance.pending, lateFeeDue]), path }).map(
    (share) => ({
      ...share,
      lateFee: lateFeePart(share.amount, share.fee.lateFeeDue),
    }),
  )
}

/**
 * Splits a discount or a write-off over the selected fees. It never takes anything off late fees.
 * @param message says that one of them is not fixed
 * @throws Refusal BAD_INPUT on `fees` when one of them is not fixed, on `amount` above what is pending
 */
export function discountShares(selected: readonly SelectedFee[], amount: number, message = noDiscountOnNonFixed()): FeeShare[] {
  if (selected.some((fee) => !fee.fixedAmount)) throw new Refusal('BAD_INPUT', message, [{ path: 'fees', message }])
  return split(selected, amount, { of: ({ balance }) => balance.pending }).map((share) => ({ ...share, lateFee: 0 }))
}

/**
 * Splits a waiver over the late fees of the selected fees.
 * @throws Refusal BAD_INPUT on `amount` above them
 */
export function waiverShares(selected: readonly SelectedFee[], amount: number): FeeShare[] {
  const fixed = selected.filter((fee) => fee.fixedAmount)
  return split(fixed, amount, { of: (fee) => fee.lateFeeDue, message: amountExceedsLateFees() }).map((share) => ({
    ...share,
    lateFee: share.amount,
  }))
}

interface SplitOptions {
  /** Returns the most that a fixed fee takes. */
  of: (fee: SelectedFee) => number
  /** The input's field to blame. */
  path?: 'amount' | 'fees'
  message?: string
}

function split(
  selected: readonly SelectedFee[],
  amount: number,
  { of, path = 'amount', message = amountExceedsFees() }: SplitOptions,
): (Share & { fee: SelectedFee })[] {
  const shares = allocate(
    selected.map((fee) => ({ fee, pending: of(fee) })),
    amount,
  )
  if (!shares) throw new Refusal('BAD_INPUT', message, [{ path, message }])
  const byId = new Map(selected.map((fee) => [fee.id, fee]))
  return shares.flatMap((share) => {
    const fee = byId.get(share.feeId)
    return fee ? [{ ...share, fee }] : []
  })
}
