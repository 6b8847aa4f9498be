import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'

export type CounterFee = CounterAccountFactsFragment['fees'][number]

export interface FeeRowsProps {
  fees: readonly CounterFee[]
  total: CounterAccountFactsFragment['total']
  selected: ReadonlySet<string>
  onToggle: (feeId: string) => void
  /** All that is pending, or nothing. */
  onToggleAll: (all: boolean) => void
  onReceipt: (paymentId: string) => void
  /** Whether the fees are shown that nobody need look at any more. */
  settledShown: boolean
  onShowSettled: () => void
}

/** What a row of either form needs, table or list. */
export interface RowsProps extends FeeRowsProps {
  /** How many fees are settled; `fees` has them only while they are shown. */
  settled: number
  expanded: ReadonlySet<string>
  onExpand: (feeId: string) => void
  /** For the one element of each row that has the keyboard: its checkbox, or what unfolds it. */
  rowTarget: (fee: CounterFee) => { 'data-fee': string; tabIndex: number; onFocus: () => void }
}
