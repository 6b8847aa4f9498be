import type { Month } from '../../months.ts'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'

export type CounterFee = CounterAccountFactsFragment['fees'][number]

export interface FeeRowsProps {
  fees: readonly CounterFee[]
  /** The months that have started. */
  started: readonly Month[]
  total: CounterAccountFactsFragment['total']
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
export interface FeeRowsViewProps extends Omit<FeeRowsProps, 'fees' | 'started'> {
  /** The fees to show, without those of later months. */
  fees: readonly CounterFee[]
  /** The settled fees; they are among `fees` while they are shown. */
  settled: readonly CounterFee[]
  /** The pending fees of months that have not started, shown below the others or folded to one line. */
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
