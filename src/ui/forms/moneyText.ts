import { type Paise, parseMoney, showMoney } from '#shared/money.ts'

/** What a money field holds for a typed text: the amount in paise, or the text as long as it is no amount ('' for none). */
export function heldMoney(text: string): Paise | string {
  const trimmed = text.trim()
  // Half-way to 1.50 stands 1., which must not be called wrong.
  return parseMoney(trimmed.replace(/(\d)\.$/, '$1')) ?? trimmed
}

/** What a money field shows for what it holds: `1,700.00`, or the text that is no amount. */
export function moneyText(held: unknown): string {
  if (typeof held === 'number' && Number.isSafeInteger(held)) return showMoney(held).replace('₹', '')
  return typeof held === 'string' ? held : ''
}
