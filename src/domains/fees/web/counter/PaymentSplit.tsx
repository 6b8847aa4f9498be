import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { counted } from '#shared/counted.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { feeWords } from './counterWords.ts'
import type { CounterFee } from './feeRow.ts'
import { pendingOf } from './feeSelection.ts'
import type { PreviewState } from './usePaymentPreview.ts'

export interface PaymentSplitProps {
  /** The selected fees. */
  fees: readonly CounterFee[]
  split: PreviewState
}

const rowHeight = 34

/** How the server will split the amount over the selected fees, with what it warns of. */
export function PaymentSplit({ fees, split: { preview, refused } }: PaymentSplitProps) {
  const given = new Map(preview?.lines.map((line) => [line.feeId, line]))
  const lines = fees.flatMap((fee) => {
    const line = given.get(fee.feeId)
    return line ? [{ fee, line }] : []
  })
  const left = fees.filter((fee) => !given.has(fee.feeId) && fee.pending > 0)
  return (
    <Box component="section" aria-label="Split" sx={{ mt: 2 }}>
      {preview?.usedBy.map((used) => (
        <Alert key={used.receiptNumber} severity="warning" sx={{ mb: 1 }}>
          This transaction ID is on receipt {used.receiptNumber} of {used.studentName} ({showDay(used.collectedOn)}) already.
        </Alert>
      ))}
      {refused !== null && <Alert severity="error">{refused}</Alert>}
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
                <TableCell>{feeWords(fee)}</TableCell>
                <TableCell align="right" sx={{ color: 'text.secondary' }}>
                  {line.pending > 0 && `${showMoney(line.pending)} left`}
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap', width: 130 }}>
                  {showMoney(line.amount)}
                </TableCell>
              </TableRow>
            ))}
            {preview && left.length > 0 && (
              <TableRow>
                <TableCell colSpan={3} sx={{ color: 'text.secondary' }}>
                  Nothing on {counted(left.length, 'other fee')}: {showMoney(pendingOf(left))} left
                </TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}
