import { subtractMoney, type Paise, sumMoney } from '#shared/money.ts'
import { type PaymentMode, paymentModeNames } from '#shared/paymentModes.ts'
import { showCount } from '#shared/counts.ts'
import { t } from '#shared/texts.ts'

/** Money collected on a day by one mode, for one clerk or bank account. */
export interface CollectedPart {
  /** The clerk or account. Parts with the same key form one row. */
  key: string
  name: string
  mode: string
  collected: Paise
}

/** A table row with one column per payment mode. */
export interface CollectedRow extends Readonly<Record<PaymentMode, Paise>> {
  key: string
  name: string
  total: Paise
}

/** Groups parts into table rows in the order of their keys. Rows that sum to zero are left out. */
export function collectedRows(parts: readonly CollectedPart[]): CollectedRow[] {
  const keys = [...new Set(parts.map((part) => part.key))]
  return keys
    .map((key) => {
      const own = parts.filter((part) => part.key === key)
      return { key, name: own[0]?.name ?? '', ...sumByMode(own) }
    })
    .filter((row) => row.total !== 0)
}

/** Sums parts by mode and in total. */
export function sumByMode(
  parts: readonly Pick<CollectedPart, 'mode' | 'collected'>[],
): Record<PaymentMode, Paise> & { total: Paise } {
  const sumOf = (mode: PaymentMode) => sumMoney(parts.filter((part) => part.mode === mode).map((part) => part.collected))
  const sums = Object.fromEntries(paymentModeNames.map((mode) => [mode, sumOf(mode)])) as Record<PaymentMode, Paise>
  return { ...sums, total: sumMoney(parts.map((part) => part.collected)) }
}

/** Returns the balance at the end of a day; `out` is what was given back and spent. */
export function closingBalance(opening: Paise, collected: Paise, out: Paise): Paise {
  return subtractMoney(sumMoney([opening, collected]), out)
}

/** A run of receipts of one prefix and year with consecutive numbers. */
export interface ReceiptRun {
  /** Prefix and year. Consecutive runs of one series print them once. */
  series: string
  /** The first receipt number as printed: `GV/2026-27/1`. */
  printed: string
  first: number
  last: number
}

/** Maximum number of runs that are listed; a longer list helps nobody. */
export const maxRuns = 20

/**
 * Formats receipt runs as people write them: `GV/2026-27/1–10, 50`. Receipts beyond {@link maxRuns} are only counted.
 * Returns '' without receipts.
 */
export function formatReceiptRuns(runs: readonly ReceiptRun[]): string {
  const written = runs.slice(0, maxRuns).map(({ series, printed, first, last }, index) => {
    const start = runs[index - 1]?.series === series ? String(first) : printed
    return first === last ? start : `${start}–${last}`
  })
  const more = runs.slice(maxRuns).reduce((count, { first, last }) => count + last - first + 1, 0)
  return more > 0 ? t`${written.join(', ')} and ${showCount(more)} more` : written.join(', ')
}
