import { minMoney, type Paise, scaleMoney, showMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { type Share, wholeShare } from '#shared/percent.ts'
import { t } from '#shared/texts.ts'
import { askedAmount, type AssignedFee } from './account.rules.ts'
import type { LateFeeLine } from './lateFee.rules.ts'

/** The most that may be discounted and waived of a student's fees of a term without an ADMIN; null means no limit. */
export interface DiscountLimit {
  /** Of what the term asks of the student. */
  share: Share | null
  amount: Paise | null
}

/** What a term asks of a student, and what was given of it. */
export interface TermDiscounts {
  /** The fixed fees of the term, opening dues included, less the student's concessions. */
  asked: Paise
  /** All discounts that are not deleted, whoever gave them, and all late fees that are waived. */
  discounted: Paise
}

/**
 * Returns what a term asks of a student and what was discounted and waived of it.
 * @param fees the student's fees of the term
 * @param lines the student's lines of the term that are not deleted
 */
export function termDiscounts(fees: readonly AssignedFee[], lines: readonly LateFeeLine[]): TermDiscounts {
  const fixed = fees.filter((fee) => fee.fixedAmount)
  const sum = (status: LateFeeLine['status']) =>
    sumMoney(lines.filter((line) => line.status === status).map((line) => line.amount))
  return {
    asked: subtractMoney(sumMoney(fixed.map((fee) => askedAmount(fee, lines))), sum('CONCESSION')),
    discounted: sumMoney([sum('DISCOUNT'), ...lines.map((line) => line.waived ?? 0)]),
  }
}

/** Returns the most that may be discounted and waived in a term without an ADMIN; null means no limit. */
export function limitOfTerm({ share, amount }: DiscountLimit, { asked }: TermDiscounts): Paise | null {
  const shareOfAsked = share === null ? null : scaleMoney(asked, share, wholeShare)
  if (shareOfAsked === null || amount === null) return shareOfAsked ?? amount
  return minMoney(shareOfAsked, amount)
}

/** Returns whether a discount or a waiver brings all of them in its term above the limit. */
export function isAboveLimit(limit: DiscountLimit, term: TermDiscounts, amount: Paise): boolean {
  const most = limitOfTerm(limit, term)
  return most !== null && sumMoney([term.discounted, amount]) > most
}

/** Says how much of a term is discounted or waived, and how much may be; null means no limit. */
export function limitText(limit: DiscountLimit, term: TermDiscounts, termName: string): string | null {
  const most = limitOfTerm(limit, term)
  if (most === null) return null
  return t`Discounts and waivers in ${termName}: ${showMoney(term.discounted)} so far, at most ${showMoney(most)} without an admin’s approval.`
}
