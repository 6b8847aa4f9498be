import { lessMoney, type Paise, sumMoney } from '#shared/money.ts'

/** How money came in, in the order of the columns. */
export const modes = ['CASH', 'UPI', 'CHEQUE', 'ONLINE'] as const
export type Mode = (typeof modes)[number]

/** What of a day was collected by one mode, of one clerk or for one bank account. */
export interface Part {
  /** What it belongs to: parts with the same key are one row. */
  key: string
  name: string
  mode: string
  collected: Paise
}

/** A row of a table with a column for each mode. */
export interface TakenRow extends Readonly<Record<Mode, Paise>> {
  key: string
  name: string
  total: Paise
}

/** Parts as rows of a table, in the order in which their keys come; rows of nothing are left out. */
export function takenRows(parts: readonly Part[]): TakenRow[] {
  const keys = [...new Set(parts.map((part) => part.key))]
  return keys
    .map((key) => {
      const own = parts.filter((part) => part.key === key)
      return { key, name: own[0]?.name ?? '', ...byMode(own) }
    })
    .filter((row) => row.total !== 0)
}

/** What parts come to by each mode, and by all. */
export function byMode(parts: readonly Pick<Part, 'mode' | 'collected'>[]): Record<Mode, Paise> & { total: Paise } {
  const of = (mode: Mode) => sumMoney(parts.filter((part) => part.mode === mode).map((part) => part.collected))
  return {
    CASH: of('CASH'),
    UPI: of('UPI'),
    CHEQUE: of('CHEQUE'),
    ONLINE: of('ONLINE'),
    total: sumMoney(parts.map((part) => part.collected)),
  }
}

/** What is there at the end of a day. */
export function closing(opening: Paise, collected: Paise, spent: Paise): Paise {
  return lessMoney(sumMoney([opening, collected]), spent)
}

/** Receipts of one prefix and year whose numbers follow each other without a gap. */
export interface ReceiptRun {
  /** Prefix and year: runs of one series that follow each other are written behind it once. */
  series: string
  /** The first receipt's number as it is printed: `GV/2026-27/1`. */
  printed: string
  first: number
  last: number
}

/** How many runs are written out; more of them tell nobody anything. */
export const shownRuns = 20

/** Receipts as a person writes them down, `GV/2026-27/1–10, 50`; those beyond what is written out are counted. '' when there are none. */
export function writeRuns(runs: readonly ReceiptRun[]): string {
  const written = runs.slice(0, shownRuns).map(({ series, printed, first, last }, index) => {
    const start = runs[index - 1]?.series === series ? String(first) : printed
    return first === last ? start : `${start}–${last}`
  })
  const more = runs.slice(shownRuns).reduce((count, { first, last }) => count + last - first + 1, 0)
  return more > 0 ? `${written.join(', ')} and ${more.toLocaleString('en-IN')} more` : written.join(', ')
}
