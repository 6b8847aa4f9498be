import { addMonths, type Day } from '#shared/dates.ts'
import { type Paise, subtractMoney, sumMoney } from '#shared/money.ts'
import { type FeeSums, noFeeSums } from './dashboard.rules.ts'

const monthsFromStart = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/**
 * Returns the day of an earlier term on which its year was as old as a term's year is today: 25 Nov 2025 for
 * 25 Nov 2026. Years that begin on different days are compared by the calendar; terms of less than nine months by their
 * starts.
 */
export function sameDayOfTermBefore(today: Day, starts: { term: Day; before: Day }): Day {
  const months = monthsFromStart(starts.term) - monthsFromStart(starts.before)
  return addMonths(today, -(months < 9 ? months : 12 * Math.round(months / 12)))
}

/** Money that came in with the receipts of a term and went out in it. */
export interface CashSums {
  collected: Paise
  /** Cheques that the bank has not cleared yet; not in `collected`. */
  clearing: Paise
  refunded: Paise
  /** null for a viewer who does not see expenses. */
  spent: Paise | null
}

/** Returns what is left: collected less given back and spent; null for a viewer who does not see expenses. */
export function netOf({ collected, refunded, spent }: CashSums): Paise | null {
  return spent === null ? null : subtractMoney(collected, refunded, spent)
}

/**
 * Returns how much of the money of a term's receipts is for fees of other terms. Below zero, more of its fees was paid
 * with receipts of other terms.
 */
export function paidForOtherTerms({ collected, refunded, fees }: CashSums & { fees: FeeSums }): Paise {
  return subtractMoney(collected, refunded, fees.paid)
}

/** Returns what is not asked for by a concession or a discount. */
export function conceded({ concession, discount }: Pick<FeeSums, 'concession' | 'discount'>): Paise {
  return sumMoney([concession, discount])
}

/** A row of sums of the shown term, and of the term before it up to the same day. */
export type Beside<Row> = Row & { before: FeeSums }

/**
 * Puts the rows of two terms side by side, by key: those of the shown term in their order, then those of the term
 * before alone, whose sums are zero now.
 */
export function besideEachOther<Row extends FeeSums>(
  now: readonly Row[],
  before: readonly Row[],
  keyOf: (row: Row) => string | number | null,
): Beside<Row>[] {
  const earlier = new Map(before.map((row) => [keyOf(row), row]))
  const keys = new Set(now.map(keyOf))
  const gone = before.filter((row) => !keys.has(keyOf(row)))
  return [
    ...now.map((row) => ({ ...row, before: earlier.get(keyOf(row)) ?? noFeeSums })),
    ...gone.map((row) => ({ ...row, ...noFeeSums, before: row })),
  ]
}
