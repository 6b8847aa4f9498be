import type { Language } from './languages.ts'

const collators = new Map<string, Intl.Collator>()

/** A page is in its reader's language. On the server `sortFor` says for whom the running code sorts. */
let readersLanguage = (): string =>
  (globalThis as { document?: { documentElement: { lang: string } } }).document?.documentElement.lang || 'en'

/** Sets what says for whose language texts are sorted (platform/languages/speech.ts). */
export function sortFor(language: () => Language): void {
  readersLanguage = language
}

const plain = /^[0-9a-z]*$/i

/**
 * Compares texts as the reader sorts them: 2 before 10, without regard to case and accents. Names in Devanagari come
 * before those in Latin for readers of Hindi and Marathi, and after them for readers of English.
 *
 * Plain names, such as those of most classes and sections, are compared without `Intl.Collator`, which takes a phone
 * 90 ms when it is first used. The order is the same in each language (property test).
 */
export function compareNaturally(a: string, b: string): number {
  if (plain.test(a) && plain.test(b)) return comparePlain(a, b)
  const language = readersLanguage()
  let collator = collators.get(language)
  if (!collator) {
    collator = new Intl.Collator(language === 'en' ? 'en-IN' : language, { numeric: true, sensitivity: 'base' })
    collators.set(language, collator)
  }
  return collator.compare(a, b)
}

function comparePlain(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (const [place, part] of left.entries()) {
    const other = right[place]
    if (other === undefined) return 1
    // Numbers stand before letters; of two numbers without leading zeros the longer one is larger.
    const difference = isNumber(part) && isNumber(other) ? part.length - other.length : 0
    if (difference !== 0) return difference
    if (part !== other) return part < other ? -1 : 1
  }
  return left.length - right.length
}

/** Splits a text into numbers without leading zeros, and letters. */
const partsOf = (text: string) =>
  (text.toLowerCase().match(/\d+|[a-z]/g) ?? []).map((part) => (isNumber(part) ? part.replace(/^0+(?=\d)/, '') : part))

const isNumber = (part: string) => /^\d/.test(part)
