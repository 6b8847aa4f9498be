import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { stateLabels } from '../stateLabels.ts'
import type { CollectedLineFactsFragment as Line } from './collectFees.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './FeeLines.module.css'

export interface FeeLinesProps {
  label: string
  lines: readonly Line[]
  onReceipt: (paymentId: string) => void
}

const columns = ['Date', 'Status', 'Mode', 'Cheque no.', 'Transaction ID', 'Amount', 'By', 'Receipt'] as const

/** The collected lines of one fee. */
export function FeeLines({ label, lines, onReceipt }: FeeLinesProps) {
  return (
    <Table size="small" aria-label={label} className={styles.table}>
      <TableHead>
        <TableRow>
          {columns.map((name) => (
            <TableCell key={name} align={name === 'Amount' ? 'right' : 'left'}>
              {name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell className={styles.cell}>{showDay(line.collectedOn)}</TableCell>
            <TableCell>
              <StateChip state={line.status} label={stateLabels[line.status]} />
            </TableCell>
            <TableCell>{line.mode ? paymentModes[line.mode].label : line.comment}</TableCell>
            <TableCell>{line.chequeNo}</TableCell>
            <TableCell className={styles.reference}>{line.txnId}</TableCell>
            <TableCell align="right">{showMoney(line.amount)}</TableCell>
            <TableCell>{line.collectedBy}</TableCell>
            <TableCell className={styles.cell}>
              <ReceiptLink line={line} onReceipt={onReceipt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The collected lines of one fee, on a phone. */
export function FeeLinesOnPhone({ label, lines, onReceipt }: FeeLinesProps) {
  return (
    <ul aria-label={label} className={styles.list}>
      {lines.map((line) => (
        <li key={line.id} className={styles.item}>
          <Row gap={2} justify="between">
            <span>
              {showDay(line.collectedOn)} · {line.collectedBy}
            </span>
            <span>{showMoney(line.amount)}</span>
          </Row>
          <div className={styles.row}>
            <StateChip state={line.status} label={stateLabels[line.status]} />
            <span>
              {[line.mode ? paymentModes[line.mode].label : '', line.chequeNo, line.txnId, line.comment]
                .filter(Boolean)
                .join(' ')}
            </span>
            <ReceiptLink line={line} onReceipt={onReceipt} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The link to a line's receipt. A discount has none. */
function ReceiptLink({ line: { paymentId, receiptNumber }, onReceipt }: { line: Line } & Pick<FeeLinesProps, 'onReceipt'>) {
  if (paymentId === null) return null
  return (
    <Link component="button" type="button" onClick={() => onReceipt(paymentId)}>
      {receiptNumber}
    </Link>
  )
}
