import type { CSSProperties } from 'react'
import { countWithNoun } from '#shared/plural.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { feeTitle } from '../../fees.rules.ts'
import type { CounterFee } from './feeRowsProps.ts'
import { totalPending } from './feeSelection.ts'
import type { PreviewState } from './usePaymentPreview.ts'
import styles from './PaymentSplit.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Cell, Table } from '#ui/kit/Table.tsx'

export interface PaymentSplitProps {
  /** The selected fees. */
  fees: readonly CounterFee[]
  split: PreviewState
}

/** How the server will split the amount over the selected fees, with its warnings. */
export function PaymentSplit({ fees, split: { preview, refused } }: PaymentSplitProps) {
  const splitLines = new Map(preview?.lines.map((line) => [line.feeId, line]))
  const lines = fees.flatMap((fee) => {
    const line = splitLines.get(fee.feeId)
    return line ? [{ fee, line }] : []
  })
  const unpaid = fees.filter((fee) => !splitLines.has(fee.feeId) && fee.pending > 0)
  return (
    <section aria-label="Split" className={styles.section}>
      {preview?.usedBy.map((used) => (
        <Alert key={used.receiptNumber} kind="warning" className={styles.alert}>
          This transaction ID is on receipt {used.receiptNumber} of {used.studentName} ({showDay(used.collectedOn)}) already.
        </Alert>
      ))}
      {refused !== null && <Alert kind="error">{refused}</Alert>}
      {/* Its height is that of all selected fees from the start: the buttons keep their place while an amount is typed. */}
      <div className={styles.lines} style={{ '--rows': refused === null ? Math.min(fees.length, 7) : 0 } as CSSProperties}>
        <Table aria-label="How the amount is split" className={styles.split}>
          <tbody>
            {lines.map(({ fee, line }) => (
              <tr key={fee.feeId}>
                <Cell>{feeTitle(fee)}</Cell>
                <Cell end className={styles.cell}>
                  {line.pending > 0 && `${showMoney(line.pending)} left`}
                </Cell>
                <Cell end className={styles.amountCell}>
                  {showMoney(line.amount)}
                </Cell>
              </tr>
            ))}
            {preview && unpaid.length > 0 && (
              <tr>
                <Cell colSpan={3} className={styles.cell}>
                  Nothing on {countWithNoun(unpaid.length, 'other fee')}: {showMoney(totalPending(unpaid))} left
                </Cell>
              </tr>
            )}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
