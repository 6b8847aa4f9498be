import { ToWords } from 'to-words/en-IN'
import { numbers as hindi } from '#languages/hi/numbers.ts'
import { numbers as marathi } from '#languages/mr/numbers.ts'
import { amountInWordsBy } from '#languages/numberWords.ts'
import type { Language } from './languages.ts'
import type { Paise } from './money.ts'

const english = new ToWords()

/**
 * Writes a whole number in Indian English. Above one crore it counts in crores, because Arab and Kharab are not used.
 */
export function numberInWords(rupees: bigint): string {
  const crores = rupees / 10_000_000n
  const rest = rupees % 10_000_000n
  if (crores === 0n) return english.convert(rest)
  return `${numberInWords(crores)} Crore${rest === 0n ? '' : ` ${english.convert(rest)}`}`
}

const otherNumbers = { hi: hindi, mr: marathi } as const satisfies Record<Exclude<Language, 'en'>, unknown>

/**
 * Writes an amount as on receipts and certificates, by default in Indian English: `Rupees One Lakh Twenty Three
 * Thousand Four Hundred Fifty and Fifty Paise Only`. Zero paise are left out, and so are zero rupees.
 * @throws RangeError for a negative amount and for one that is not a whole number of paise
 */
export function amountInWords(paise: Paise, language: Language = 'en'): string {
  if (!Number.isSafeInteger(paise) || paise < 0)
    throw new RangeError('An amount in words is a whole number of paise, zero or more.')
  const rupees = BigInt(paise) / 100n
  const remainingPaise = Number(BigInt(paise) % 100n)
  if (language !== 'en') return amountInWordsBy(otherNumbers[language], rupees, remainingPaise)
  if (remainingPaise === 0) return `Rupees ${numberInWords(rupees)} Only`
  const paiseInWords = `${english.convert(remainingPaise)} ${remainingPaise === 1 ? 'Paisa' : 'Paise'} Only`
  return rupees === 0n ? paiseInWords : `Rupees ${numberInWords(rupees)} and ${paiseInWords}`
}
