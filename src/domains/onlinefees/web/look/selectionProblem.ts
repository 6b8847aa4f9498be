import { t } from '@lingui/core/macro'
import { subtractMoney, type Paise, showMoney, sumMoney } from '#shared/money.ts'

interface ChosenFee {
  fixedAmount: boolean
  pending: Paise
}

/**
 * Returns why an amount cannot be used for the chosen fees, or null when it can. Fixed fees take their pending amounts;
 * a fee that is not fixed takes the rest (specification, section 4).
 */
export function selectionProblem(amount: Paise, chosen: readonly ChosenFee[]): string | null {
  if (chosen.length === 0) return t`No Fees Selected`
  if (chosen.some((fee) => !fee.fixedAmount)) return null
  const short = subtractMoney(amount, sumMoney(chosen.map((fee) => fee.pending)))
  return short > 0 ? t`Choose fees of ${showMoney(short)} more` : null
}
