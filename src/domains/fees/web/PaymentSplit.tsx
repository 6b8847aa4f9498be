import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { showDay } from '../../../shared/dates.ts'
import { showMoney } from '../../../shared/money.ts'
import { feeWords } from './counterWords.ts'
import type { CounterFee } from './feeRow.ts'
import type { PreviewState } from './usePaymentPreview.ts'

export interface PaymentSplitProps {
  /** The selected fees, in the order in which money is allocated. */
  fees: readonly CounterFee[]
  split: PreviewState
}

/** How the server will split the amount over the selected fees, with what it warns of. */
export function PaymentSplit({ fees, split: { preview, refused } }: PaymentSplitProps) {
  const lines = new Map(preview?.lines.map((line) => [line.feeId, line]))
  return (
    <Box component="section" aria-label="Split" sx={{ mt: 2 }}>
      {preview?.usedBy.map((used) => (
        <Alert key={used.receiptNumber} severity="warning" sx={{ mb: 1 }}>
          This transaction ID is on receipt {used.receiptNumber} of {used.studentName} ({showDay(used.collectedOn)}) already.
        </Alert>
      ))}
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      <Table size="small" aria-label="How the amount is split" sx={{ '& tr:last-child td': { border: 0 } }}>
        <TableBody>
          {fees.map((fee) => {
            const line = lines.get(fee.feeId)
            const left = line ? line.pending : fee.pending
            return (
              <TableRow key={fee.feeId}>
                <TableCell sx={{ pl: 0, ...(line ? {} : { color: 'text.secondary' }) }}>{feeWords(fee)}</TableCell>
                <TableCell align="right" sx={{ color: 'text.secondary', px: 0 }}>
                  {preview && left > 0 && `${showMoney(left)} stays pending`}
                </TableCell>
                <TableCell align="right" sx={{ pr: 0, whiteSpace: 'nowrap' }}>
                  {preview && (line ? showMoney(line.amount) : '—')}
                </TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </Box>
  )
}
