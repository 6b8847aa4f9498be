import { minMoney, type Paise, showMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { type AssignedFee, feeBalance, type UndeletedLine } from './account.rules.ts'
import { formatReceiptNumber } from './receipts.rules.ts'

/** A refund's number: gapless within a school and an April–March year. */
export interface RefundNumber {
  refundPrefix: string
  /** Such as `2026-27`. */
  refundYear: string
  refundNo: number
}

/** Returns a refund's number as printed: `GV/R/2026-27/5`. The R keeps it apart from the receipts. */
export function formatRefundNumber({ refundPrefix, refundYear, refundNo }: RefundNumber): string {
  return formatReceiptNumber({ receiptPrefix: `${refundPrefix}R/`, receiptYear: refundYear, receiptNo: refundNo })
}

/** Error when more is given back than was paid. */
export const aboveCollected = (collected: Paise) => t`Only ${showMoney(collected)} was paid on these fees.`

export type AccountedLine = UndeletedLine & { id: number }

/** A fee with money that can be given back. */
export interface RefundableFee<Fee extends AssignedFee> {
  fee: Fee
  /** Money that was paid on it and not given back yet. A clearing cheque is not among it. */
  collected: Paise
}

/**
 * Returns the fees with money that can be given back, the last paid first: by the newest line of money on each, so that
 * a refund undoes payments backwards, and within a payment its split.
 */
export function refundableFees<Fee extends AssignedFee>(
  fees: readonly Fee[],
  lines: readonly AccountedLine[],
): RefundableFee<Fee>[] {
  const lastPaid = (fee: Fee) =>
    Math.max(
      0,
      ...lines
        .filter(({ feeId, status }) => feeId === fee.id && (status === 'PAID' || status === 'PART_PAID'))
        .map((line) => line.id),
    )
  return fees
    .map((fee) => ({ fee, collected: feeBalance(fee, lines).collected }))
    .filter(({ collected }) => collected > 0)
    .sort((a, b) => lastPaid(b.fee) - lastPaid(a.fee))
}

/**
 * Splits a refund over fees in the order of {@link refundableFees}. No fee gives back more than was collected on it.
 * The shares sum to the amount.
 * @returns null when less was collected
 */
export function splitRefund<Fee extends AssignedFee>(
  refundable: readonly RefundableFee<Fee>[],
  amount: Paise,
): { fee: Fee; amount: Paise }[] | null {
  const shares: { fee: Fee; amount: Paise }[] = []
  let left = amount
  for (const { fee, collected } of refundable) {
    const share = minMoney(collected, left)
    if (share > 0) shares.push({ fee, amount: share })
    left = subtractMoney(left, share)
  }
  return left === 0 ? shares : null
}

/**
 * Returns the first fee on which others' money does not cover a refund any more once a payment is taken away; undefined
 * when the payment can go.
 * @param fees the payment's fees, with the amount of its line on each
 * @param lines all lines on them, the payment's among them
 */
export function refundedFee<Fee extends AssignedFee>(
  fees: readonly { fee: Fee; amount: Paise }[],
  lines: readonly UndeletedLine[],
): Fee | undefined {
  return fees.find(({ fee, amount }) => feeBalance(fee, lines).collected < amount)?.fee
}

/** Sums what can be given back. */
export function totalRefundable(refundable: readonly { collected: Paise }[]): Paise {
  return sumMoney(refundable.map(({ collected }) => collected))
}
