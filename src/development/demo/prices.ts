import { type Paise, scaleMoney } from '#shared/money.ts'
import type { DemoMoney, DemoTerm } from './fees.ts'

/**
 * Returns what an amount of today was in a term: a twentieth less in the one before the current one, in whole fifty
 * rupees.
 */
export function amountIn(term: DemoTerm, { before }: Pick<DemoMoney, 'before'>, amount: Paise): Paise {
  return term === before ? scaleMoney(amount, 19, 20 * 5000) * 5000 : amount
}
