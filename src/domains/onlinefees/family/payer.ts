import { regexes } from 'zod/v4/core'

/** Who pays, as it is typed. */
export interface Payer {
  name: string
  phone: string
  email: string
}

export type PayerProblems = Partial<Record<keyof Payer, string | undefined>>

const checks: Readonly<Record<keyof Payer, (text: string) => string | undefined>> = {
  name: (text) => lineProblem(text, 60),
  phone: (text) => (/^[0-9]{10}$/.test(text) ? undefined : 'Phone should have exactly 10 digits.'),
  email: (text) => lineProblem(text, 50) ?? (regexes.email.test(text.trim()) ? undefined : 'This is not an e-mail address'),
}

/**
 * The rules and words of `payerForm` (onlinefees.schema.ts), without its library: React leaves no room for another 23 KB on this
 * page. The test holds the two against each other.
 */
export function payerProblems(payer: Payer): PayerProblems {
  const problems: PayerProblems = {}
  for (const field of ['name', 'phone', 'email'] as const) {
    const problem = checks[field](field === 'phone' ? payer[field].trim() : payer[field])
    if (problem !== undefined) problems[field] = problem
  }
  return problems
}

function lineProblem(text: string, max: number): string | undefined {
  if (text.length > max) return `At most ${max} characters`
  if (text.trim() === '') return 'Required'
  return text.includes('|') ? 'The character | cannot be used here' : undefined
}

/** A phone as phones fill it in, `+91 98765 43210` or `098765 43210`, without what stands before its ten digits. */
export function plainPhone(text: string): string {
  const digits = text.replace(/[\s()+-]/g, '')
  return digits.replace(/^(?:0|91)(?=[0-9]{10}$)/, '')
}

const place = 'payer'

/** What was typed before in this tab: after a payment that failed nobody should have to type it again. */
export function rememberedPayer(): Payer {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    const { name, phone, email } = kept as Partial<Record<keyof Payer, unknown>>
    return { name: asText(name), phone: asText(phone), email: asText(email) }
  } catch {
    return { name: '', phone: '', email: '' }
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
