import { z } from 'zod'
import { defaultPhone } from './defaultPhone.ts'

/** A phone is exactly 10 digits, without a country code. */
export function isPhone(text: string): boolean {
  return /^[0-9]{10}$/.test(text)
}

/**
 * A phone as it is stored: without the country code 91, a leading 0, spaces, hyphens, dots and brackets (`+91 98765-43210`). What is
 * no phone even then stays as it is, for the check to refuse.
 */
export function repairedPhone(text: string): string {
  const typed = text.trim()
  const [, phone] =
    /^(?:\+91|0091|91)?0?([0-9]{10})$/.exec(
      typed.replace(/[\s().\-\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ''),
    ) ?? []
  return phone ?? typed
}

/** The phones in a text, whatever stands between them. */
export function phoneList(value: string): string[] {
  const whole = value
    .split(/[,;|/\n]+/)
    .map((one) => repairedPhone(one))
    .filter(Boolean)
  // Phones that only spaces part are told apart by their ten digits.
  return whole.flatMap((one) => (isPhone(one) ? [one] : one.split(/\s+/).map(repairedPhone)))
}

/**
 * Several phones in one cell, repaired where one needs it and parted by commas then. A cell stays as it is where every phone is well
 * written, and where something in it is no phone even then.
 */
export function repairedPhones(text: string): string {
  const phones = phoneList(text)
  const written = text.split(/[,;|/\s]+/).filter(Boolean)
  return written.join() === phones.join() || !phones.every(isPhone) ? text : phones.join(', ')
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
