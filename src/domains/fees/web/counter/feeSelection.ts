import { type Paise, sumMoney } from '#shared/money.ts'
import { type Balance, sumBalances } from '../../account.rules.ts'
import type { DueState } from '../../due.rules.ts'

/** The fields of a fee that decide whether it can be selected, and for how much. */
export interface SelectableFee {
  feeId: string
  fixedAmount: boolean
  pending: Paise
  /** The late fee of today, paid on top of what is pending. */
  lateFeeDue: Paise
  due: DueState
}

/**
 * The selected fees. A rule follows the account when it changes; `hand` is the clerk's own choice. `due` is what a
 * parent should pay now, and the initial selection.
 */
export type Selection = { by: 'due' | 'all' | 'none' } | { by: 'hand'; feeIds: ReadonlySet<string> }

export const dueSelection: Selection = { by: 'due' }

/** Returns whether a fee can take money: fixed fees until they are paid in full, other fees always. */
export function isSelectable(fee: Pick<SelectableFee, 'fixedAmount' | 'pending'>): boolean {
  return !fee.fixedAmount || fee.pending > 0
}

/** Returns whether a fee needs no attention: nothing is pending, and no cheque is clearing. */
export function isSettled(fee: SelectableFee & { clearing: Paise }): boolean {
  return !isSelectable(fee) && fee.clearing === 0
}

/** Returns whether a fee is pending but due in a later month. */
export function isLater(fee: SelectableFee): boolean {
  return fee.fixedAmount && fee.pending > 0 && fee.due === 'LATER'
}

/** Returns the ids of the selected fees that can take money. `due` and `all` leave out fees that are not fixed. */
export function selectedIds(selection: Selection, fees: readonly SelectableFee[]): ReadonlySet<string> {
  const isSelected = (fee: SelectableFee) => {
    if (selection.by === 'hand') return selection.feeIds.has(fee.feeId)
    if (selection.by === 'none' || !fee.fixedAmount) return false
    return selection.by === 'all' || fee.due !== 'LATER'
  }
  return new Set(fees.filter((fee) => isSelectable(fee) && isSelected(fee)).map((fee) => fee.feeId))
}

/** Returns a selection by hand with one fee added or removed. */
export function withFeeToggled(selected: ReadonlySet<string>, feeId: string): Selection {
  const feeIds = new Set(selected)
  if (!feeIds.delete(feeId)) feeIds.add(feeId)
  return { by: 'hand', feeIds }
}

/** The sums over fees. */
export type FeeSums = Balance & { lateFeeDue: Paise }

/** Returns the sums over fees. */
export function sumFees(fees: readonly FeeSums[]): FeeSums {
  return { ...sumBalances(fees), lateFeeDue: totalLateFees(fees) }
}

/** Sums what is pending on fees. */
export function totalPending(fees: readonly SelectableFee[]): Paise {
  return sumMoney(fees.map((fee) => fee.pending))
}

/** Sums the late fees that a payment of today has on top. */
export function totalLateFees(fees: readonly Pick<SelectableFee, 'lateFeeDue'>[]): Paise {
  return sumMoney(fees.map((fee) => fee.lateFeeDue))
}

/** Sums what a family pays today for fees: what is pending, and the late fees. */
export function totalToPay(fees: readonly SelectableFee[]): Paise {
  return sumMoney([totalPending(fees), totalLateFees(fees)])
}

/** Returns the amount that a discount, a write-off or a waiver does not ask for. */
export function reducedAmount({ amount, waived }: { amount: Paise; waived: Paise | null }): Paise {
  return waived ?? amount
}
