import { defaultPhone } from './defaultPhone.ts'
import { withLatinDigits } from './digits.ts'

/** Returns whether a text is a phone: exactly 10 digits, without a country code. */
export function isPhone(text: string): boolean {
  return /^[0-9]{10}$/.test(text)
}

/**
 * Returns a phone as it is stored: without the country code 91, a leading 0, spaces, hyphens, dots and brackets (`+91
 * 98765-43210`). Returns a text that is not a phone trimmed but otherwise unchanged, for validation to refuse.
 */
export function normalizePhone(text: string): string {
  const typed = text.trim()
  const [, phone] =
    /^(?:\+91|0091|91)?0?([0-9]{10})$/.exec(
      withLatinDigits(typed).replace(/[\s().\-\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ''),
    ) ?? []
  return phone ?? typed
}

/** Splits a text into phones, whatever separates them. */
export function splitPhones(value: string): string[] {
  const whole = value
    .split(/[,;|/\n]+/)
    .map((part) => normalizePhone(part))
    .filter(Boolean)
  // Phones that are separated only by spaces are recognised by their ten digits.
  return whole.flatMap((part) => (isPhone(part) ? [part] : part.split(/\s+/).map(normalizePhone)))
}

/**
 * Normalizes a cell with several phones and separates them by commas. Returns the cell unchanged when every phone is
 * well written already, and when a part of it is not a phone.
 */
export function normalizePhones(text: string): string {
  const phones = splitPhones(text)
  const written = text.split(/[,;|/\s]+/).filter(Boolean)
  return written.join() === phones.join() || !phones.every(isPhone) ? text : phones.join(', ')
}

/** Returns the default phone for a phone with fewer than 10 digits. Used by the bulk edit of students. */
export function phoneOrDefault(text: string): string {
  const phone = normalizePhone(text)
  return phone.length < 10 ? defaultPhone : phone
}

/** Masks a phone so that its owner recognises it and nobody else learns it: `98xxxxxx10`. */
export function maskPhone(phone: string): string {
  return phone.length < 5 ? 'x'.repeat(phone.length) : `${phone.slice(0, 2)}${'x'.repeat(phone.length - 4)}${phone.slice(-2)}`
}
