import { randomInt } from 'node:crypto'

/** Without characters that look alike: 0 and O, 1, I and L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Generates a one-time code of eight digits. */
export function codeOfDigits(): string {
  return String(randomInt(100_000_000)).padStart(8, '0')
}

/** Generates a one-time code of eight characters (40 bits) in two groups: `K7QM-3VXD`. */
export function codeOfLetters(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** Removes spaces and hyphens of a typed code and converts to capitals, as codes are hashed. */
export function normalizeCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase()
}
