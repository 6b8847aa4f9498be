import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'

export type CounterFee = CounterAccountFactsFragment['fees'][number]

export interface FeeRowsProps {
  fees: readonly CounterFee[]
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
export interface FeeRowsViewProps extends FeeRowsProps {
  /** Number of settled fees; `fees` contains them only while they are shown. */
  settled: number
  expanded: ReadonlySet<string>
  onExpand: (feeId: string) => void
  /** Props of the one focusable element of each row: its checkbox, or the button that shows its lines. */
  rowTarget: (fee: CounterFee) => { 'data-fee': string; tabIndex: number; onFocus: () => void }
}
