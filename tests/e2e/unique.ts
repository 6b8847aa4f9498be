import { randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters = `${letters}0123456789`

/**
 * Returns eight letters and digits, a letter first, that no other test has: all browser tests share one database, and
 * an installation has a school's name and a person's address once.
 */
export function uniqueTag(): string {
  const rest = Array.from({ length: 7 }, () => characters[randomInt(characters.length)])
  return [letters[randomInt(letters.length)], ...rest].join('')
}

/** Returns ten digits, beginning with these, for a phone that no other test has. */
export function uniquePhone(start: string): string {
  return start + String(randomInt(10 ** (10 - start.length))).padStart(10 - start.length, '0')
}
