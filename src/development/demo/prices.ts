import type { Day } from '#shared/dates.ts'
import { type Paise, scaleMoney } from '#shared/money.ts'

/** The first day of the current term: everything was cheaper before. */
const raisedOn: Day = '2026-04-01'

/** Returns what an amount of today was in a term: a twentieth less before the current one, in whole fifty rupees. */
export function amountIn({ startsOn }: { startsOn: Day }, amount: Paise): Paise {
  return startsOn < raisedOn ? scaleMoney(amount, 19, 20 * 5000) * 5000 : amount
}
