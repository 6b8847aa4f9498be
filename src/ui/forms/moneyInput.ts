import { type Paise, parseMoney, showMoney } from '#shared/money.ts'

/** Parses a money field's text: the amount in paise, or the trimmed text when it is not an amount ('' for none). */
export function parseMoneyInput(text: string): Paise | string {
  const trimmed = text.trim()
  // `1.` is a step in typing 1.50 and must not be an error.
  return parseMoney(trimmed.replace(/(\d)\.$/, '$1')) ?? trimmed
}

/** Formats a money field's value: `1,700.00`, or the text when it is not an amount. */
export function formatMoneyInput(held: unknown): string {
  if (typeof held === 'number' && Number.isSafeInteger(held)) return showMoney(held).replace('₹', '')
  return typeof held === 'string' ? held : ''
}
