import { isSearchable } from '#shared/isSearchable.ts'

/** One word of a search: a part of a name, register number or phone, a receipt number, or a payment reference. */
export interface SearchWord {
  /** In lower case; null when the word is too short to search by. */
  part: string | null
  receipt: { no: number; year: string | null } | null
  /** A cheque number or a transaction ID, as typed. */
  reference: string
}

const shortestNumber = 3
const maxWords = 6

/**
 * Splits a search into its words; a payment must match all of them. Text that ends in a receipt number with its year is
 * that number, whatever stands before it, because a school's prefix may contain spaces. A short word matches names only
 * beside other words, and a short number never does.
 */
export function parseEntrySearch(typed: string): SearchWord[] {
  const text = typed.normalize('NFC').trim()
  const printed = parseReceiptNumber(text)
  if (printed?.year) return [{ part: null, receipt: printed, reference: text }]
  const tooShort = !isSearchable(text)
  return text
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, maxWords)
    .map((word) => {
      const part = word.toLowerCase()
      const shortNumber = /^\d+$/.test(word) && word.length < shortestNumber
      return { part: tooShort || shortNumber ? null : part, receipt: parseReceiptNumber(word), reference: word }
    })
}

/**
 * Parses a receipt number: `123`, or with its year and any prefix, `GV/2026-27/123`. Returns null for anything else.
 */
export function parseReceiptNumber(word: string): { no: number; year: string | null } | null {
  const [, year, digits] = /(?:^|^.*?(\d{4}-\d{2})\/)(\d{1,12})$/.exec(word) ?? []
  const no = Number(digits)
  return digits === undefined || no === 0 ? null : { no, year: year ?? null }
}
