import { t } from '#shared/texts.ts'
import { defaultPhone } from './defaultPhone.ts'
import { passwordLength } from './signIn.ts'

/** Error when the new password is a phone number of the person's record. */
export const phoneAsPasswordMessage = () => t`Choose something else than a phone number that your school has for you.`
/** Error when the new password is `1234567890`, the placeholder for "no phone". */
export const placeholderAsPasswordMessage = () => t`Choose something else than 1234567890: everybody knows it.`
/** Error when the new password is a common one. The list is on the server. */
export const commonPasswordMessage = () => t`This password is one of the first that anybody would try. Choose another.`

/**
 * Returns why a new password is refused, or null. Checks what a browser can check; the server refuses common passwords
 * too.
 * @param phones the phones of the person's record, if known
 */
export function passwordProblem(password: string, phones: readonly string[] = []): string | null {
  const { min, max } = passwordLength
  if (password.length < min || password.length > max) return t`Password should have ${min} to ${max} characters.`
  const phone = phoneIn(password)
  if (phone === null) return null
  if (phone === defaultPhone) return placeholderAsPasswordMessage()
  return phones.some((known) => phoneIn(known) === phone) ? phoneAsPasswordMessage() : null
}

/**
 * Returns the ten digits of a text that is only an Indian phone number, in any usual spelling; null for any other text.
 */
function phoneIn(text: string): string | null {
  if (!/^[\d\s+().-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return /^(?:00)?(?:91)?0?(\d{10})$/.exec(digits)?.[1] ?? null
}
