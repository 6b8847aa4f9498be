import { z } from 'zod'
import { repairedPhone } from './repairedPhone.ts'

export { repairedPhone }

/** What stands where no phone is known; nobody is called, written to or given a pay-link on it. */
export const defaultPhone = '1234567890'

/** A phone is exactly 10 digits, without a country code. */
export function isPhone(text: string): boolean {
  return /^[0-9]{10}$/.test(text)
}

const tenDigits = 'Phone should have exactly 10 digits.'

/** The phone field of every form and import. */
export const phoneField = z
  .string()
  .transform(repairedPhone)
  .pipe(z.string().regex(/^[0-9]{10}$/, tenDigits))

/** Bulk edit of students: a phone shorter than 10 digits becomes the default one. */
export function phoneOrDefault(text: string): string {
  const phone = repairedPhone(text)
  return phone.length < 10 ? defaultPhone : phone
}

/** A phone as its owner recognises it and nobody learns it: `98xxxxxx10`. */
export function maskedPhone(phone: string): string {
  return phone.length < 5 ? 'x'.repeat(phone.length) : `${phone.slice(0, 2)}${'x'.repeat(phone.length - 4)}${phone.slice(-2)}`
}
