const mostNamed = 4

/** The sentence above a clerk's receipts that says who may correct one. */
export function correctionHint(mayCorrect: boolean, correctors: readonly string[]): string {
  if (mayCorrect) return 'A receipt that is wrong is deleted from its menu, and written again. Its number stays used.'
  if (correctors.length === 0) return 'A receipt that is wrong is deleted by an admin of the school, and then written again.'
  const named = correctors.slice(0, mostNamed)
  const others = correctors.length > mostNamed ? ' or another admin' : ''
  const names = others ? named.join(', ') : new Intl.ListFormat('en', { type: 'disjunction' }).format(named)
  return `A receipt that is wrong is deleted by ${names}${others}, and then written again. Its number stays used.`
}
