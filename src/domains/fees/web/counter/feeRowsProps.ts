import { feeTitle } from '../../fees.rules.ts'
import type { FeeSums } from './feeSelection.ts'
import type { CounterAccountFactsFragment, CounterFeeFactsFragment } from './collectFees.graphql.ts'

/** A fee of an account; `earlierTerm` is the name of its term, if that is before the account's. */
export type CounterFee = CounterFeeFactsFragment & { earlierTerm: string | null }

/** Returns the fees of an account: dues of earlier terms, oldest first, then the term's own in the order of payment. */
export function counterFees({ previousDues, fees }: CounterAccountFactsFragment): CounterFee[] {
  return [
    ...previousDues.flatMap(({ termName, fees: dues }) => dues.map((fee) => ({ ...fee, earlierTerm: termName }))),
    ...fees.map((fee) => ({ ...fee, earlierTerm: null })),
  ]
}

/** Returns a fee's title with its term, if that is an earlier one: `Tuition (APR) 2025-26`. */
export function counterFeeTitle(fee: CounterFee): string {
  return fee.earlierTerm === null ? feeTitle(fee) : `${feeTitle(fee)} ${fee.earlierTerm}`
}

export interface FeeRowsProps {
  fees: readonly CounterFee[]
  total: FeeSums
  selected: ReadonlySet<string>
  onToggle: (feeId: string) => void
  /** Selects all pending fees, or none. */
  onToggleAll: (all: boolean) => void
  onReceipt: (paymentId: string) => void
  /** Whether settled fees are shown. */
  settledShown: boolean
  onShowSettled: () => void
}

/** Props of the table and the list of fees. */
export interface FeeRowsViewProps extends Omit<FeeRowsProps, 'fees'> {
  /** The term's fees to show, without those of later months. */
  fees: readonly CounterFee[]
  /** The unpaid fees of each earlier term, oldest first. They stand above the others. */
  earlier: readonly { termName: string; fees: readonly CounterFee[] }[]
  /** The settled fees; they are among `fees` while they are shown. */
  settled: readonly CounterFee[]
  /** The pending fees that are due in later months, shown below the others or folded to one line. */
  later: readonly CounterFee[]
  laterShown: boolean
  /** Whether a later fee is selected, so that they cannot be folded. */
  laterSelected: boolean
  onShowLater: () => void
  /** Whether all pending fixed fees are selected; null when there are none. */
  allSelected: boolean | null
  expanded: ReadonlySet<string>
  onExpand: (feeId: string) => void
  /** Props of the one focusable element of each row: its checkbox, or the button that shows its lines. */
  rowTarget: (fee: CounterFee) => { 'data-fee': string; tabIndex: number; onFocus: () => void }
}
