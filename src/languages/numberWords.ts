/** How a language writes whole numbers in words, with lakh and crore. */
export interface NumberWords {
  /** The words of 0 to 99: in our languages each is a word of its own. */
  upTo99: readonly string[]
  /** Writes 1 to 99 hundreds. `isAll` when nothing stands before or behind it. */
  hundreds: (count: number, isAll: boolean) => string
  thousand: string
  lakh: string
  crore: string
  rupees: { one: string; other: string }
  paise: { one: string; other: string }
  /** Stands at the end of an amount. */
  only: string
}

/** Writes a whole number, zero or more. Above one crore it counts in crores: `एक लाख करोड़`. */
export function numberInWordsBy(words: NumberWords, value: bigint): string {
  const crores = value / 10_000_000n
  const rest = Number(value % 10_000_000n)
  if (crores === 0n) return belowCrore(words, rest, true)
  const head = `${numberInWordsBy(words, crores)} ${words.crore}`
  return rest === 0 ? head : `${head} ${belowCrore(words, rest, false)}`
}

function belowCrore(words: NumberWords, value: number, isAll: boolean): string {
  const { upTo99, hundreds, thousand, lakh } = words
  const part = (count: number, scale: string) => (count === 0 ? [] : [`${upTo99[count]} ${scale}`])
  const count = Math.floor(value / 100) % 10
  const rest = value % 100
  const parts = [
    ...part(Math.floor(value / 100_000), lakh),
    ...part(Math.floor(value / 1000) % 100, thousand),
    ...(count === 0 ? [] : [hundreds(count, isAll && value === count * 100)]),
    ...(rest === 0 ? [] : [upTo99[rest] ?? '']),
  ]
  return parts.length === 0 ? (upTo99[0] ?? '') : parts.join(' ')
}

/**
 * Writes an amount: `एक हजार पाचशे रुपये फक्त`. Zero paise are left out, and so are zero rupees before paise.
 * @param rupees zero or more
 * @param paise 0 to 99
 */
export function amountInWordsBy(words: NumberWords, rupees: bigint, paise: number): string {
  const { upTo99, only } = words
  const parts = [
    ...(rupees === 0n && paise > 0
      ? []
      : [numberInWordsBy(words, rupees), rupees === 1n ? words.rupees.one : words.rupees.other]),
    ...(paise === 0 ? [] : [upTo99[paise], paise === 1 ? words.paise.one : words.paise.other]),
    only,
  ]
  return parts.join(' ')
}

/**
 * Writes a year as people say it: `एकोणीसशे नव्व्याण्णव`, and `दोन हजार चौदा` where the hundreds are none.
 * @param year 1000 to 9999
 */
export function yearInWordsBy(words: NumberWords, year: number): string {
  const hundreds = Math.floor(year / 100)
  const rest = year % 100
  if (hundreds % 10 === 0) return numberInWordsBy(words, BigInt(year))
  return [words.hundreds(hundreds, false), ...(rest === 0 ? [] : [words.upTo99[rest]])].join(' ')
}
