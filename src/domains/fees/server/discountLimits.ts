import { readIn, type Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Paise, subtractMoney, sumMoney } from '#shared/money.ts'
import type { AssignedFee, LineStatus } from '../account.rules.ts'
import { type DiscountLimit, isAboveLimit, limitText, type TermDiscounts, termDiscounts } from '../discountLimit.rules.ts'
import { assignedFees, type FeeAccountKey, undeletedLines } from './account.sql.ts'
import type { FeeShare, SelectedFee } from './selectedFees.ts'

/** Returns the limit of the discounts and waivers that a viewer gives alone; null for who is not limited. */
export function limitOfViewer(
  school: Pick<School, 'discountLimitShare' | 'discountLimitAmount'>,
  { role }: Pick<Viewer, 'role'>,
): DiscountLimit | null {
  const limit = { share: school.discountLimitShare, amount: school.discountLimitAmount }
  return role === 'FEES' && (limit.share !== null || limit.amount !== null) ? limit : null
}

/** Returns {@link termDiscounts} of rows. */
export function discountsOfTerm(
  fees: readonly AssignedFee[],
  lines: readonly { feeId: number; amount: number; status: string; waived: number | null }[],
): TermDiscounts {
  return termDiscounts(
    fees,
    lines.map((line) => ({ ...line, status: line.status as LineStatus })),
  )
}

/**
 * Returns why a discount or a waiver needs an ADMIN: a text about the first term in which it is above the viewer's
 * limit. null where it is not. Each fee counts in its own term. Call it under the lock of the accounts of those terms,
 * so that two at once do not pass the limit together.
 * @param shares the discount or the waiver by fee
 */
export async function reasonForApproval(
  db: Tx,
  { school, viewer }: { school: School; viewer: Viewer },
  account: FeeAccountKey,
  shares: readonly FeeShare[],
): Promise<string | null> {
  const limit = limitOfViewer(school, viewer)
  if (limit === null) return null
  for (const [termId, ofTerm] of Map.groupBy(shares, ({ fee }) => fee.termId)) {
    const key = { ...account, termId }
    const [fees, lines] = await readIn(db)(assignedFees(db, key), undeletedLines(db, key))
    const term = discountsOfTerm(fees, lines)
    const amount = sumMoney(ofTerm.map((share) => share.amount))
    if (isAboveLimit(limit, term, amount)) return limitText(limit, term, ofTerm[0]?.fee.termName ?? '')
  }
  return null
}

/**
 * Returns the late fee of today that is given up when fees are settled: a fee without anything pending has none. For
 * who is limited, a late fee is given up by a waiver alone, because only a waiver counts.
 * @param shares a discount, or a payment of an earlier day
 * @param today the same fees as they stand today
 */
export function lateFeeGivenUp(shares: readonly FeeShare[], today: readonly SelectedFee[]): Paise {
  const due = new Map(today.map((fee) => [fee.id, fee.lateFeeDue]))
  const settled = shares.filter((share) => share.pending === 0)
  return sumMoney(settled.map(({ fee, lateFee }) => Math.max(0, subtractMoney(due.get(fee.id) ?? 0, lateFee))))
}
