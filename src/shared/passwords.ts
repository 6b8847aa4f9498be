import { defaultPhone } from './defaultPhone.ts'
import { passwordLength } from './signIn.ts'

/** Error for a phone that is tried as a password. */
export const phoneAsPassword = 'Choose something else than a phone number that your school has for you.'
/** Error for `1234567890`, which stands for "no phone" everywhere. */
export const placeholderAsPassword = 'Choose something else than 1234567890: everybody knows it.'
/** Error for a password on a list of common ones; the list is on the server. */
export const commonPassword = 'This password is one of the first that anybody would try. Choose another.'

/**
 * Returns why a password may not be chosen, as far as a browser can know it; null when it may. The server refuses common ones too.
 * @param phones the phones of the person's record, where they are known
 */
export function passwordProblem(password: string, phones: readonly string[] = []): string | null {
  const { min, max } = passwordLength
  if (password.length < min || password.length > max) return `Password should have ${min} to ${max} characters.`
  const phone = phoneIn(password)
  if (phone === null) return null
  if (phone === defaultPhone) return placeholderAsPassword
  return phones.some((known) => phoneIn(known) === phone) ? phoneAsPassword : null
}

/** Reads a text that is nothing but an Indian phone, in any usual spelling, as its ten digits; null for any other text. */
function phoneIn(text: string): string | null {
  if (!/^[\d\s+().-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return /^(?:00)?(?:91)?0?(\d{10})$/.exec(digits)?.[1] ?? null
}
