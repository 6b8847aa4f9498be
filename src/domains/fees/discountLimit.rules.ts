import { type Paise, scaleMoney, sumMoney } from '#shared/money.ts'
import { type Share, wholeShare } from '#shared/percent.ts'

/** The largest discount that FEES gives without an ADMIN; null means no limit. */
export interface DiscountLimit {
  /** Of the fees together. */
  share: Share | null
  amount: Paise | null
}

/** A fee with the discounts that it has already. */
export interface DiscountedFee {
  amount: Paise
  discount: Paise
}

/**
 * Returns whether a discount is above the limit of a school. Earlier discounts on the same fees count too, so that two
 * small ones are not more than a large one.
 */
export function isAboveLimit(limit: DiscountLimit, fees: readonly DiscountedFee[], amount: Paise): boolean {
  const total = sumMoney([amount, ...fees.map((fee) => fee.discount)])
  if (limit.amount !== null && total > limit.amount) return true
  return limit.share !== null && total > scaleMoney(sumMoney(fees.map((fee) => fee.amount)), limit.share, wholeShare)
}
