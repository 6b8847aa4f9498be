import type { Db, Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  allocate,
  askedAmount,
  type Balance,
  feeBalance,
  type LineStatus,
  noDiscountOnNonFixed,
  type PayableFee,
  type Share,
  amountExceedsFees,
  feeVersion,
} from '../account.rules.ts'
import type { Paise } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { feeTitle } from '../fees.rules.ts'
import { type FeeAccountKey, payableFees, undeletedLinesOn } from './account.sql.ts'

/** A selected fee with the student's present balance on it. */
export interface SelectedFee extends PayableFee {
  termId: number
  termName: string
  name: string
  month: string | null
  categoryName: string
  /** The bank account its money goes to. */
  bankAccountId: number | null
  balance: Balance
  /** What is asked of the student (`askedAmount`). */
  asked: Paise
}

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
export function selectedFeesStatements(db: Db | Tx, account: FeeAccountKey, seen: readonly SeenFee[]) {
  const ids = idsOf(seen)
  return [payableFees(db, account, ids), undeletedLinesOn(db, account, ids)] as const
}

/**
 * Locks the selected fees until the transaction ends and returns them with their balances. The locks of the fees'
 * accounts keep others from collecting on them, and FOR SHARE keeps their amounts from being changed.
 * @throws Refusal CONFLICT when a fee no longer applies to the student or changed since the counter showed it
 */
export async function lockSelectedFees(db: Tx, account: FeeAccountKey, seen: readonly SeenFee[]): Promise<SelectedFee[]> {
  const [fees, lines] = selectedFeesStatements(db, account, seen)
  return checkSelectedFees(await fees.forShare('fees').execute(), await lines.execute(), seen)
}

/**
 * Returns the fees with their balances, checked against the versions that the counter showed; errors as in
 * `lockSelectedFees`.
 */
export function checkSelectedFees(
  fees: readonly Omit<SelectedFee, 'balance' | 'asked'>[],
  lines: readonly { id: number; feeId: number; amount: number; status: string }[],
  seen: readonly SeenFee[],
): SelectedFee[] {
  const versions = new Map(seen.map((fee) => [fee.feeId, fee.version]))
  if (fees.length < versions.size)
    throw new Refusal('CONFLICT', t`Some of these fees no longer apply to this student. Nothing was stored.`, [
      { path: 'fees', message: t`Some of these fees no longer apply to this student.` },
    ])
  const statusLines = lines.map((line) => ({ ...line, status: line.status as LineStatus }))
  const selected = fees.map((fee) => ({
    ...fee,
    balance: feeBalance(fee, statusLines),
    asked: askedAmount(fee, statusLines),
  }))
  const changed = selected.filter((fee) => feeVersion(fee, statusLines) !== versions.get(fee.id))
  if (changed.length > 0) {
    const names = changed.map(feeTitle).join(', ')
    throw new Refusal(
      'CONFLICT',
      t`Somebody else changed ${names} meanwhile. Nothing was stored. Check the account and try again.`,
      [{ path: 'fees', message: t`${names} changed meanwhile` }],
    )
  }
  return selected
}

/** A share of an amount, with its fee. */
export type FeeShare = Share & { fee: SelectedFee }

/**
 * Splits a payment over the selected fees.
 * @param path the input's field to blame
 * @throws Refusal BAD_INPUT when they cannot take all of it
 */
export function paymentShares(selected: readonly SelectedFee[], amount: number, path: 'amount' | 'fees' = 'amount'): FeeShare[] {
  const shares = allocate(
    selected.map((fee) => ({ fee, pending: fee.balance.pending })),
    amount,
  )
  if (!shares) throw new Refusal('BAD_INPUT', amountExceedsFees(), [{ path, message: amountExceedsFees() }])
  const byId = new Map(selected.map((fee) => [fee.id, fee]))
  return shares.flatMap((share) => {
    const fee = byId.get(share.feeId)
    return fee ? [{ ...share, fee }] : []
  })
}

/**
 * Splits a discount or a write-off over the selected fees.
 * @param message says that one of them is not fixed
 * @throws Refusal BAD_INPUT on `fees` when one of them is not fixed, on `amount` above what is pending
 */
export function discountShares(selected: readonly SelectedFee[], amount: number, message = noDiscountOnNonFixed()): FeeShare[] {
  if (selected.some((fee) => !fee.fixedAmount)) throw new Refusal('BAD_INPUT', message, [{ path: 'fees', message }])
  return paymentShares(selected, amount)
}
