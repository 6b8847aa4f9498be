import { regexes } from 'zod/v4/core'

/** Who pays, as it is typed. */
export interface Payer {
  name: string
  phone: string
  email: string
}

export type PayerProblems = Partial<Record<keyof Payer, string | undefined>>

const longestEmail = 50
const notAnEmail = 'This is not an e-mail address'

const checks: Readonly<Record<keyof Payer, (text: string) => string | undefined>> = {
  name: (text) => lineProblem(text, 60),
  phone: (text) => (/^[0-9]{10}$/.test(text) ? undefined : 'Phone should have exactly 10 digits.'),
  // Nobody has to have one.
  email: (text) =>
    text.trim() === '' && text.length <= longestEmail
      ? undefined
      : (lineProblem(text, longestEmail) ?? (regexes.email.test(text.trim()) ? undefined : notAnEmail)),
}

/**
 * The rules and words of `payerForm` (onlinefees.schema.ts), without its library: React leaves no room for another 23 KB on this
 * page. The test holds the two against each other.
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
  if (text.length > max) return `At most ${max} characters`
  if (text.trim() === '') return 'Required'
  return text.includes('|') ? 'The character | cannot be used here' : undefined
}

/** A phone as it is stored, `+91 98765-43210` without what stands around its ten digits: `repairedPhone` of shared/phones.ts. */
export function plainPhone(text: string): string {
  const typed = text.trim()
  const [, phone] =
    /^(?:\+91|0091|91)?0?([0-9]{10})$/.exec(
      typed.replace(/[\s().\-\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ''),
    ) ?? []
  return phone ?? typed
}

const place = 'payer'

/**
 * What was typed before in this tab: after a payment that failed nobody should have to type it again.
 * @param phone of the link, where nothing was typed yet
 */
export function rememberedPayer(phone: string): Payer {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    const typed = kept as Partial<Record<keyof Payer, unknown>>
    return { name: asText(typed.name), phone: asText(typed.phone) || phone, email: asText(typed.email) }
  } catch {
    return { name: '', phone, email: '' }
  }
}

export function rememberPayer(payer: Payer): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(payer))
  } catch {
    // Storage is switched off in this browser: it is typed again.
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
