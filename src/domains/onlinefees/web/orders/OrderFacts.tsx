import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableRow from '@mui/material/TableRow'
import { type ReactNode, useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { showMoment } from '#shared/dates.ts'
import { type Paise, showMoney } from '#shared/money.ts'
import { feeTitle } from '#domains/fees/web/feeTables.exports.tsx'
import { orderChildren, type Order } from './orderTexts.ts'
import styles from './OrderFacts.module.css'
import { Heading } from '#ui/kit/Text.tsx'

/** A titled section of the order dialog. */
export function OrderPart({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={3} id={titleId} className={styles.spaced}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

const sumCell = { border: 0, py: 0.25, color: 'text.primary' }

/** Shows the fees of each child, the charge, GST and the totals. */
export function OrderFees({ order }: { order: Order }) {
  const { feesAmount, charge, gst, payable, received } = order
  return (
    <OrderPart title="Fees">
      <Table size="small" aria-label="Fees of the order" className={styles.table}>
        {orderChildren(order).map((child) => (
          <TableBody key={child}>
            <TableRow>
              <TableCell component="th" scope="rowgroup" colSpan={2} className={styles.cell}>
                {child}
              </TableCell>
            </TableRow>
            {order.fees
              .filter((fee) => fee.studentName === child)
              .map((fee) => (
                <Line
                  key={`${fee.feeName} ${fee.month}`}
                  name={feeTitle({ name: fee.feeName, month: fee.month })}
                  amount={fee.amount}
                />
              ))}
          </TableBody>
        ))}
        <TableFooter>
          <Sum name="Total of fees" amount={feesAmount} first />
          <Sum name="Service charge 2%" amount={charge} />
          <Sum name="GST 18% of the charge" amount={gst} />
          <Sum name="Payable" amount={payable} strong />
          {received !== null && received !== payable && <Sum name="Received" amount={received} strong />}
        </TableFooter>
      </Table>
    </OrderPart>
  )
}

function Line({ name, amount }: { name: string; amount: Paise }) {
  return (
    <TableRow>
      <TableCell className={styles.lineCell}>{name}</TableCell>
      <TableCell align="right">{showMoney(amount)}</TableCell>
    </TableRow>
  )
}

function Sum({
  name,
  amount,
  first = false,
  strong = false,
}: {
  name: string
  amount: Paise
  first?: boolean
  strong?: boolean
}) {
  const look = { ...sumCell, ...(first ? { pt: 1 } : {}), ...(strong ? { fontWeight: 700 } : {}) }
  return (
    <TableRow>
      <TableCell sx={look}>{name}</TableCell>
      <TableCell align="right" sx={look}>
        {showMoney(amount)}
      </TableCell>
    </TableRow>
  )
}

/** Lists the receipts of the order. */
export function OrderReceipts({ order: { payments } }: { order: Order }) {
  if (payments.length === 0) return null
  return (
    <OrderPart title={payments.length === 1 ? 'Receipt' : 'Receipts'}>
      <ul className={styles.list}>
        {payments.map((payment) => (
          <li key={payment.id} className={styles.item}>
            <Link component={RouterLink} to={`/fees/receipts/${payment.id}`}>
              {payment.receiptNumber}
            </Link>
            <span>{showMoney(payment.amount)}</span>
          </li>
        ))}
      </ul>
    </OrderPart>
  )
}

/** Shows the payer, the bank account and the gateway's data. */
export function OrderFacts({ order }: { order: Order }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Payer', order.payerName],
    ['Phone', order.payerPhone],
    ['E-mail', order.payerEmail || 'None given'],
    ['Ordered', showMoment(order.createdAt)],
    ['Account', order.accountName],
    ['Transaction', order.txnid],
    ['Gateway reference', order.gatewayReference],
    ['Bank reference', order.bankReference],
    ['Paid by', order.gatewayMode],
    ['The gateway says', order.message],
    ['Last checked', order.checkedAt ? showMoment(order.checkedAt) : 'Not yet'],
    ...(order.state === 'CREATED'
      ? [['Checked next', order.nextCheckAt ? showMoment(order.nextCheckAt) : 'Tonight'] as const]
      : []),
  ]
  return (
    <OrderPart title="Payer and gateway">
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className={styles.contents}>
              <dt className={styles.term}>{name}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
      </dl>
    </OrderPart>
  )
}
