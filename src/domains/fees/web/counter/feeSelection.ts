import { schoolDay } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import { begunMonths, type Month, schoolYearMonths } from '../../months.ts'

/** What decides whether a fee can be selected, and for how much. */
export interface SelectableFee {
  feeId: string
  month: Month | null
  fixedAmount: boolean
  pending: Paise
}

/**
 * Which fees are selected: by a rule, so that the selection follows the account when it changes, until the clerk selects by
 * hand. `due` is what a parent is expected to pay now, and what a student is opened with.
 */
export type Selection = { by: 'due' | 'all' | 'none' } | { by: 'hand'; feeIds: ReadonlySet<string> }

export const dueSelection: Selection = { by: 'due' }

/** Fees that are paid in full take no money any more; those that are not fixed always do. */
export function isSelectable(fee: SelectableFee): boolean {
  return !fee.fixedAmount || fee.pending > 0
}

/** What nobody need look at any more: nothing is pending and no cheque is waited for. */
export function isSettled(fee: SelectableFee & { clearing: Paise }): boolean {
  return !isSelectable(fee) && fee.clearing === 0
}

/**
 * Fees as a parent thinks of them: what is paid once, then month by month, at the end what is given freely; otherwise in the
 * order in which money is allocated.
 */
export function inReadingOrder<Fee extends Pick<SelectableFee, 'month' | 'fixedAmount'>>(fees: readonly Fee[]): Fee[] {
  const place = ({ month, fixedAmount }: Fee) => (month === null ? (fixedAmount ? -1 : 12) : schoolYearMonths.indexOf(month))
  return [...fees].sort((one, other) => place(one) - place(other))
}

/** The months that have begun today, in the school's calendar. */
export function begunByNow(term: { name: string; current: boolean } | null): readonly Month[] {
  return term ? begunMonths(term, schoolDay(new Date())) : []
}

/** The ids of the fees a selection means, of those that can be selected. `due` and `all` leave out what is not fixed. */
export function selectedIds(selection: Selection, fees: readonly SelectableFee[], begun: readonly Month[]): ReadonlySet<string> {
  const means = (fee: SelectableFee) => {
    if (selection.by === 'hand') return selection.feeIds.has(fee.feeId)
    if (selection.by === 'none' || !fee.fixedAmount) return false
    return selection.by === 'all' || fee.month === null || begun.includes(fee.month)
  }
  return new Set(fees.filter((fee) => isSelectable(fee) && means(fee)).map((fee) => fee.feeId))
}

/** The selection by hand that has one fee more, or less. */
export function toggled(selected: ReadonlySet<string>, feeId: string): Selection {
  const feeIds = new Set(selected)
  if (!feeIds.delete(feeId)) feeIds.add(feeId)
  return { by: 'hand', feeIds }
}

/** What is pending on the selected fees. */
export function pendingOf(fees: readonly SelectableFee[]): Paise {
  return sumMoney(fees.map((fee) => fee.pending))
}
