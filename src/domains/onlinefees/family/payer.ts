import { t } from '@lingui/core/macro'
import { regexes } from 'zod/v4/core'

/** The payer as typed. */
export interface Payer {
  name: string
  phone: string
  email: string
}

export type PayerProblems = Partial<Record<keyof Payer, string | undefined>>

const maxEmailLength = 50
const invalidEmailMessage = t`This is not an e-mail address`

const checks: Readonly<Record<keyof Payer, (text: string) => string | undefined>> = {
  name: (text) => lineProblem(text, 60),
  phone: (text) => (/^[0-9]{10}$/.test(text) ? undefined : t`Phone should have exactly 10 digits.`),
  // The e-mail is optional.
  email: (text) =>
    text.trim() === '' && text.length <= maxEmailLength
      ? undefined
      : (lineProblem(text, maxEmailLength) ?? (regexes.email.test(text.trim()) ? undefined : invalidEmailMessage)),
}

/**
 * Validates the payer with the rules and messages of `payerForm` (onlinefees.schema.ts), but without its library, which
 * would add 23 KB to this page. The test compares the two.
 */
export function payerProblems(payer: Payer): PayerProblems {
  const problems: PayerProblems = {}
  for (const field of ['name', 'phone', 'email'] as const) {
    const problem = checks[field](field === 'phone' ? plainPhone(payer[field]) : payer[field])
    if (problem !== undefined) problems[field] = problem
  }
  return problems
}

function lineProblem(text: string, max: number): string | undefined {
  if (text.length > max) return t`At most ${max} characters`
  if (text.trim() === '') return t`Required`
  return text.includes('|') ? t`The character | cannot be used here` : undefined
}

/**
 * Reduces a phone such as `+91 98765-43210` to its ten digits. Does the same as `normalizePhone` of shared/phones.ts.
 */
export function plainPhone(text: string): string {
  const typed = text.trim()
  const [, phone] =
    /^(?:\+91|0091|91)?0?([0-9]{10})$/.exec(
      typed.replace(/[\s().\-\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ''),
    ) ?? []
  return phone ?? typed
}

const storageKey = 'payer'

/**
 * Returns the payer last typed in this tab, so that it need not be typed again after a failed payment.
 * @param phone the link's phone, used when none was typed yet
 */
export function storedPayer(phone: string): Payer {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const typed = stored as Partial<Record<keyof Payer, unknown>>
    return { name: textOrEmpty(typed.name), phone: textOrEmpty(typed.phone) || phone, email: textOrEmpty(typed.email) }
  } catch {
    return { name: '', phone, email: '' }
  }
}

export function storePayer(payer: Payer): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(payer))
  } catch {
    // With storage switched off, the payer has to be typed again.
  }
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
