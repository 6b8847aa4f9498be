/** What one word of a search may be: a part of a name, register number or phone, and a receipt's number or a reference. */
export interface EntryWord {
  /** In small letters; null where it is too short to be a part of anything. */
  part: string | null
  receipt: { no: number; year: string | null } | null
  /** A cheque's number or a transaction ID, as it was typed. */
  reference: string
}

const shortest = 3
const mostWords = 6

/**
 * The words of a search; all of them must be found. A text that ends in a receipt's number with its year is this number, whatever
 * stands before it: a school's prefix may hold spaces. A short word is part of a name only beside others; short numbers never are.
 */
export function entryWords(typed: string): EntryWord[] {
  const text = typed.normalize('NFC').trim()
  const printed = receiptOf(text)
  if (printed?.year) return [{ part: null, receipt: printed, reference: text }]
  const tooShort = [...text].length < shortest
  return text
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => {
      const part = word.toLowerCase()
      const shortNumber = /^\d+$/.test(word) && word.length < shortest
      return { part: tooShort || shortNumber ? null : part, receipt: receiptOf(word), reference: word }
    })
}

/** Reads a receipt's number: `123`, or with its year and whatever stands before it, `GV/2026-27/123`; null for anything else. */
export function receiptOf(word: string): { no: number; year: string | null } | null {
  const [, year, digits] = /(?:^|^.*?(\d{4}-\d{2})\/)(\d{1,12})$/.exec(word) ?? []
  const no = Number(digits)
  return digits === undefined || no === 0 ? null : { no, year: year ?? null }
}
