import { t } from '@lingui/core/macro'
import { language } from '#shared/pageLanguage.ts'
const maxNames = 4

/** Returns the sentence above a clerk's receipts that says who may correct them. */
export function correctionHint(mayCorrect: boolean, correctors: readonly string[]): string {
  if (mayCorrect) return t`To correct a receipt, delete it from its menu and enter the payment again. Its number stays used.`
  if (correctors.length === 0)
    return t`An admin of the school can delete a wrong receipt. Then enter the payment again. Its number stays used.`
  const named = correctors.slice(0, maxNames)
  if (correctors.length > maxNames) {
    const some = named.join(', ')
    return t`${some} or another admin can delete a wrong receipt. Then enter the payment again. Its number stays used.`
  }
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(named)
  return t`${names} can delete a wrong receipt. Then enter the payment again. Its number stays used.`
}
