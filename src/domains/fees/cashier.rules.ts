import type { Day } from '#shared/dates.ts'
import { type Paise, scaleMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'

/** Values of the notes and coins that are counted, in rupees, in the order in which a drawer is counted. */
export const denominations = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const
export type Denomination = (typeof denominations)[number]

/** How many notes or coins of each value there are; none of those that are left out. */
export type NoteCounts = Partial<Record<Denomination, number>>

/** Returns what notes and coins of one value come to. */
export function valueOfNotes(denomination: Denomination, count: number): Paise {
  return scaleMoney(100, denomination * count, 1)
}

/** Returns what counted notes and coins come to. */
export function cashOf(notes: NoteCounts): Paise {
  return sumMoney(denominations.map((denomination) => valueOfNotes(denomination, notes[denomination] ?? 0)))
}

/** Lists the notes and coins that there are, as papers and requests name them. */
export function noteList(notes: NoteCounts): { denomination: Denomination; count: number; amount: Paise }[] {
  return denominations.flatMap((denomination) => {
    const count = notes[denomination] ?? 0
    return count === 0 ? [] : [{ denomination, count, amount: valueOfNotes(denomination, count) }]
  })
}

/** The cash that moved through a drawer since the day that was closed before. */
export interface DrawerCash {
  /** Carried on from the day that was closed before. */
  opening: Paise
  /** Taken on the day. */
  cashIn: Paise
  /** Gone: given back, or of receipts that were deleted after their day was closed. */
  cashOut: Paise
}

/** Returns the cash that should be in the drawer; less than zero where more was given back than it held. */
export function expectedCash({ opening, cashIn, cashOut }: DrawerCash): Paise {
  return subtractMoney(sumMoney([opening, cashIn]), cashOut)
}

/** A counted drawer. */
export interface CountedDrawer {
  counted: Paise
  /** Counted less expected: above zero is too much, below is missing. */
  difference: Paise
  deposited: Paise
  /** What stays in the drawer for the next day. */
  carried: Paise
}

/** Returns the sums of a counted drawer. `deposit` are those of the counted notes that go to the bank. */
export function countDrawer(expected: Paise, notes: NoteCounts, deposit: NoteCounts): CountedDrawer {
  const counted = cashOf(notes)
  const deposited = cashOf(deposit)
  return {
    counted,
    difference: subtractMoney(counted, expected),
    deposited,
    carried: subtractMoney(counted, deposited),
  }
}

/** Returns the values of which more notes are to be deposited than were counted. */
export function overdrawnNotes(notes: NoteCounts, deposit: NoteCounts): Denomination[] {
  return denominations.filter((denomination) => (deposit[denomination] ?? 0) > (notes[denomination] ?? 0))
}

/** Error when a difference has no reason. */
export const reasonMissing = () => t`Say why the counted cash differs from the expected`

/** The days that a clerk has closed. All days between are closed, those without money too. */
export interface ClosedDays {
  closedFrom: Day | null
  closedUntil: Day | null
}

/** Returns whether a day is closed. Days before the first closing are not, so that old books can be typed in. */
export function isDayClosed(day: Day, { closedFrom, closedUntil }: ClosedDays): boolean {
  return closedFrom !== null && closedUntil !== null && day >= closedFrom && day <= closedUntil
}
