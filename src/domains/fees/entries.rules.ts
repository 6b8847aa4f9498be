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

/** The words of a search; all of them must be found. */
export function entryWords(typed: string): EntryWord[] {
  return typed
    .normalize('NFC')
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => {
      const part = word.toLowerCase()
      return { part: [...part].length < shortest ? null : part, receipt: receiptOf(word), reference: word }
    })
}

/** Reads a receipt's number: `123`, or with its year and whatever stands before it, `GV/2026-27/123`; null for anything else. */
export function receiptOf(word: string): { no: number; year: string | null } | null {
  const [, year, digits] = /(?:^|^.*?(\d{4}-\d{2})\/)(\d{1,12})$/.exec(word) ?? []
  const no = Number(digits)
  return digits === undefined || no === 0 ? null : { no, year: year ?? null }
}
