import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  allocate,
  type AskedFee,
  type Balance,
  balance,
  type LineStatus,
  noDiscountOnNonFixed,
  type Share,
  tooMuch,
  version,
} from '../account.rules.ts'
import { type AccountOf, askedFees, standingLines } from './account.sql.ts'

/** A fee that was selected, with how the student stands with it now. */
export interface SelectedFee extends AskedFee {
  name: string
  month: string | null
  categoryName: string
  /** The account its money goes to. */
  bankAccountId: number | null
  balance: Balance
}

/** A fee as the counter sent it. */
export interface SeenFee {
  feeId: number
  version: string
}

/** The statements for the selected fees of an account: the fees, and all that stands on the account. */
export function selectedFeesReads(db: Db | Tx, account: AccountOf, seen: readonly SeenFee[]) {
  const ids = seen.map((fee) => fee.feeId)
  return [askedFees(db, account).where(sql<boolean>`fees.id = any(${ids}::bigint[])`), standingLines(db, account)] as const
}

/**
 * The selected fees with their balances, held until the transaction ends: under the account's lock nobody else collects on
 * them, and FOR SHARE keeps their amounts from being changed meanwhile.
 * @throws Refusal CONFLICT when a fee is not asked of the student any more, or is not as the counter saw it
 */
export async function holdSelectedFees(db: Tx, account: AccountOf, seen: readonly SeenFee[]): Promise<SelectedFee[]> {
  const [fees, lines] = selectedFeesReads(db, account, seen)
  // In the order of their ids, as everybody locks fees: two who hold the same ones cannot wait for each other.
  const held = await fees.clearOrderBy().orderBy('fees.id').forShare('fees').execute()
  return asSeen(held, await lines.execute(), seen)
}

/** The fees with their balances, checked against what the counter saw; see `holdSelectedFees` for what is refused. */
export function asSeen(
  fees: readonly Omit<SelectedFee, 'balance'>[],
  lines: readonly { id: number; feeId: number; amount: number; status: string }[],
  seen: readonly SeenFee[],
): SelectedFee[] {
  const versions = new Map(seen.map((fee) => [fee.feeId, fee.version]))
  if (fees.length < versions.size)
    throw new Refusal('CONFLICT', 'Some of these fees are not asked of this student any more. Nothing was stored.', [
      { path: 'fees', message: 'Some of these fees are not asked of this student any more.' },
    ])
  const standing = lines.map((line) => ({ ...line, status: line.status as LineStatus }))
  const selected = fees.map((fee) => ({ ...fee, balance: balance(fee, standing) }))
  const changed = selected.filter((fee) => version(fee, standing) !== versions.get(fee.id))
  if (changed.length > 0) {
    const names = changed.map(feeLabel).join(', ')
    throw new Refusal('CONFLICT', `${names} changed meanwhile: somebody else was here. Nothing was stored. Look at it again.`, [
      { path: 'fees', message: `${names} changed meanwhile` },
    ])
  }
  return selected
}

/** A share of an amount with the fee it goes to. */
export type FeeShare = Share & { fee: SelectedFee }

/** A payment split over selected fees. @throws Refusal BAD_INPUT on `amount` when they cannot take all of it */
export function paymentShares(selected: readonly SelectedFee[], amount: number): FeeShare[] {
  const shares = allocate(
    selected.map((fee) => ({ fee, pending: fee.balance.pending })),
    amount,
  )
  if (!shares) throw new Refusal('BAD_INPUT', tooMuch, [{ path: 'amount', message: tooMuch }])
  const byId = new Map(selected.map((fee) => [fee.id, fee]))
  return shares.flatMap((share) => {
    const fee = byId.get(share.feeId)
    return fee ? [{ ...share, fee }] : []
  })
}

/** The same for a discount. @throws Refusal BAD_INPUT on `fees` when one of them is not fixed, on `amount` above what is pending */
export function discountShares(selected: readonly SelectedFee[], amount: number): FeeShare[] {
  if (selected.some((fee) => !fee.fixedAmount))
    throw new Refusal('BAD_INPUT', noDiscountOnNonFixed, [{ path: 'fees', message: noDiscountOnNonFixed }])
  return paymentShares(selected, amount)
}

/** A fee as a person says it: `Tuition (APR)`. */
function feeLabel({ name, month }: { name: string; month: string | null }): string {
  return month ? `${name} (${month})` : name
}
