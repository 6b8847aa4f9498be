const maxNames = 4

/** Returns the sentence above a clerk's receipts that says who may correct them. */
export function correctionHint(mayCorrect: boolean, correctors: readonly string[]): string {
  if (mayCorrect) return 'To correct a receipt, delete it from its menu and enter the payment again. Its number stays used.'
  if (correctors.length === 0)
    return 'An admin of the school can delete a wrong receipt. Then enter the payment again. Its number stays used.'
  const named = correctors.slice(0, maxNames)
  const others = correctors.length > maxNames ? ' or another admin' : ''
  const names = others ? named.join(', ') : new Intl.ListFormat('en', { type: 'disjunction' }).format(named)
  return `${names}${others} can delete a wrong receipt. Then enter the payment again. Its number stays used.`
}
