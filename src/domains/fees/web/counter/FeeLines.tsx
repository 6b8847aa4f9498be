import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { type Paise, showMoney, subtractMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import { StateMark } from '../StateMark.tsx'
import type { CollectedLineFactsFragment as Line } from './collectFees.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './FeeLines.module.css'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'
import { Link } from '#ui/kit/Link.tsx'

export interface FeeLinesProps {
  label: string
  lines: readonly Line[]
  onReceipt: (paymentId: string) => void
}

const columns: readonly { name: string; end?: boolean }[] = [
  { name: t`Date` },
  { name: t`Status` },
  { name: t`Mode` },
  { name: t`Cheque or draft no.` },
  { name: t`Transaction ID` },
  { name: t`Amount`, end: true },
  { name: t({ message: 'By', context: 'a person' }) },
  { name: t`Receipt` },
]

/** Returns the amount of a line as people say it: an opening due is stored below zero, and is what was owed. */
function amountOf({ status, amount }: Line): Paise {
  return status === 'OPENING' ? subtractMoney(0, amount) : amount
}

/** The collected lines of one fee. */
export function FeeLines({ label, lines, onReceipt }: FeeLinesProps) {
  return (
    <Table aria-label={label} className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ name, end = false }) => (
            <HeadCell key={name} end={end}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <Cell className={styles.cell}>{showDay(line.collectedOn)}</Cell>
            <Cell>
              <StateMark state={line.status} />
            </Cell>
            <Cell>{line.mode ? paymentModes[line.mode].label : (line.concessionName ?? commentOf(line))}</Cell>
            <Cell>{line.chequeNo}</Cell>
            <Cell className={styles.reference}>{line.txnId}</Cell>
            <Cell end>{showMoney(amountOf(line))}</Cell>
            <Cell>{line.collectedBy}</Cell>
            <Cell className={styles.cell}>
              <ReceiptLink line={line} onReceipt={onReceipt} />
            </Cell>
          </tr>
        ))}
      </tbody>
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
            <span>{showMoney(amountOf(line))}</span>
          </Row>
          <div className={styles.row}>
            <StateMark state={line.status} />
            <span>
              {[line.mode ? paymentModes[line.mode].label : '', line.chequeNo, line.txnId, line.concessionName, commentOf(line)]
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

/** Returns the comment of a line; a waiver's with the amount that is not asked for. */
function commentOf({ waived, comment }: Line): string {
  return waived === null ? comment : t`${showMoney(waived)} waived: ${comment}`
}

/** The link to a line's receipt. A discount has none. */
function ReceiptLink({ line: { paymentId, receiptNumber }, onReceipt }: { line: Line } & Pick<FeeLinesProps, 'onReceipt'>) {
  if (paymentId === null) return null
  return (
    <Link as="button" onClick={() => onReceipt(paymentId)}>
      {receiptNumber}
    </Link>
  )
}
