import { lessMoney, type Paise, sumMoney } from '../../shared/money.ts'

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
    ...{ CASH: of('CASH'), UPI: of('UPI'), CHEQUE: of('CHEQUE'), ONLINE: of('ONLINE') },
    total: sumMoney(parts.map((part) => part.collected)),
  }
}

/** What is there at the end of a day. */
export function closing(opening: Paise, collected: Paise, spent: Paise): Paise {
  return lessMoney(sumMoney([opening, collected]), spent)
}
