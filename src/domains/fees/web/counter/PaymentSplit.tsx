import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { countWithNoun } from '#shared/plural.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { feeTitle } from '../../fees.rules.ts'
import type { CounterFee } from './feeRowsProps.ts'
import { totalPending } from './feeSelection.ts'
import type { PreviewState } from './usePaymentPreview.ts'
import styles from './PaymentSplit.module.css'
import { Alert } from '#ui/kit/Alert.tsx'

export interface PaymentSplitProps {
  /** The selected fees. */
  fees: readonly CounterFee[]
  split: PreviewState
}

const rowHeight = 34

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
      <Box sx={{ height: { sm: refused === null ? Math.min(fees.length, 7) * rowHeight : 0 }, overflowY: 'auto' }}>
        <Table
          size="small"
          aria-label="How the amount is split"
          sx={{ '& td': { px: 0, py: 0, height: rowHeight }, '& tr:last-child td': { border: 0 } }}
        >
          <TableBody>
            {lines.map(({ fee, line }) => (
              <TableRow key={fee.feeId}>
                <TableCell>{feeTitle(fee)}</TableCell>
                <TableCell align="right" className={styles.cell}>
                  {line.pending > 0 && `${showMoney(line.pending)} left`}
                </TableCell>
                <TableCell align="right" className={styles.amountCell}>
                  {showMoney(line.amount)}
                </TableCell>
              </TableRow>
            ))}
            {preview && unpaid.length > 0 && (
              <TableRow>
                <TableCell colSpan={3} className={styles.cell}>
                  Nothing on {countWithNoun(unpaid.length, 'other fee')}: {showMoney(totalPending(unpaid))} left
                </TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
      </Box>
    </section>
  )
}
