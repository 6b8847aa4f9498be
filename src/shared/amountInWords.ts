import { ToWords } from 'to-words/en-IN'
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

/**
 * Writes an amount in Indian English, as on receipts and certificates: `Rupees One Lakh Twenty Three Thousand Four
 * Hundred Fifty and Fifty Paise Only`. Zero paise are left out, and so are zero rupees.
 * @throws RangeError for a negative amount and for one that is not a whole number of paise
 */
export function amountInWords(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0)
    throw new RangeError('An amount in words is a whole number of paise, zero or more.')
  const rupees = BigInt(paise) / 100n
  const remainingPaise = Number(BigInt(paise) % 100n)
  if (remainingPaise === 0) return `Rupees ${numberInWords(rupees)} Only`
  const paiseInWords = `${english.convert(remainingPaise)} ${remainingPaise === 1 ? 'Paisa' : 'Paise'} Only`
  return rupees === 0n ? paiseInWords : `Rupees ${numberInWords(rupees)} and ${paiseInWords}`
}
