import { ToWords } from 'to-words/en-IN'
import type { Paise } from './money.ts'

const english = new ToWords()

/** A whole number in Indian English. Beyond crores one counts on in crores: nobody here says Arab or Kharab. */
export function inWords(rupees: bigint): string {
  const crores = rupees / 10_000_000n
  const rest = rupees % 10_000_000n
  if (crores === 0n) return english.convert(rest)
  return `${inWords(crores)} Crore${rest === 0n ? '' : ` ${english.convert(rest)}`}`
}

/**
 * An amount as receipts and certificates write it out, in Indian English: `Rupees One Lakh Twenty Three Thousand Four Hundred
 * Fifty and Fifty Paise Only`. Paise that are not there are left out, and so are rupees.
 * @throws RangeError for less than nothing, and for what is no whole number of paise
 */
export function amountInWords(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0)
    throw new RangeError('An amount in words is a whole number of paise, zero or more.')
  const rupees = BigInt(paise) / 100n
  const left = Number(BigInt(paise) % 100n)
  if (left === 0) return `Rupees ${inWords(rupees)} Only`
  const ofPaise = `${english.convert(left)} ${left === 1 ? 'Paisa' : 'Paise'} Only`
  return rupees === 0n ? ofPaise : `Rupees ${inWords(rupees)} and ${ofPaise}`
}
