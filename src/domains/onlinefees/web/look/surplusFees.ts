import { subtractMoney, type Paise, showMoney, sumMoney } from '#shared/money.ts'

interface ChosenFee {
  fixedAmount: boolean
  pending: Paise
}

/**
 * What keeps an amount from being used for the chosen fees, or null: fixed fees take what is pending on them, one that is not
 * fixed takes all the rest (specification, section 4).
 */
export function notYet(amount: Paise, chosen: readonly ChosenFee[]): string | null {
  if (chosen.length === 0) return 'No Fees Selected'
  if (chosen.some((fee) => !fee.fixedAmount)) return null
  const short = subtractMoney(amount, sumMoney(chosen.map((fee) => fee.pending)))
  return short > 0 ? `Choose fees of ${showMoney(short)} more` : null
}
