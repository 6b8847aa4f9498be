import { t } from '@lingui/core/macro'
import { amountInWords } from '#shared/amountInWords.ts'
import { subtractMoney } from '#shared/money.ts'
import { language } from '#shared/pageLanguage.ts'

/** Returns an amount in words, in the page's language, with 'Minus' before a negative one. */
export function signedAmountInWords(amount: number): string {
  return amount < 0 ? t`Minus ${amountInWords(subtractMoney(0, amount), language)}` : amountInWords(amount, language)
}
