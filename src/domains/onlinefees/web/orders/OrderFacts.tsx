import { t } from '@lingui/core/macro'
import { type ReactNode, useId } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { type Paise, showMoney } from '#shared/money.ts'
import { feeTitle } from '#domains/fees/web/feeTables.exports.tsx'
import { orderChildren, type Order } from './orderTexts.ts'
import { classes } from '#ui/kit/classes.ts'
import styles from './OrderFacts.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { Cell, Table } from '#ui/kit/Table.tsx'
import { Link } from '#ui/kit/Link.tsx'

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

/** Shows the fees of each child, the charge, GST and the totals. */
export function OrderFees({ order }: { order: Order }) {
  const { feesAmount, charge, gst, chargePercent, payable, received } = order
  return (
    <OrderPart title={t`Fees`}>
      <Table aria-label={t`Fees of the order`} className={styles.table}>
        {orderChildren(order).map((child) => (
          <tbody key={child}>
            <tr>
              <Cell as="th" scope="rowgroup" colSpan={2} className={styles.cell}>
                {child}
              </Cell>
            </tr>
            {order.fees
              .filter((fee) => fee.studentName === child)
              .map((fee) => (
                <Line
                  key={`${fee.feeName} ${fee.month}`}
                  name={feeTitle({ name: fee.feeName, month: fee.month })}
                  amount={fee.amount}
                />
              ))}
          </tbody>
        ))}
        <tfoot>
          <Sum label={t`Total of fees`} amount={feesAmount} first />
          {chargePercent > 0 && (
            <>
              <Sum label={t`Service charge ${chargePercent}%`} amount={charge} />
              <Sum label={t`GST 18% of the charge`} amount={gst} />
            </>
          )}
          <Sum label={t`Payable`} amount={payable} strong />
          {received !== null && received !== payable && <Sum label={t`Received`} amount={received} strong />}
        </tfoot>
      </Table>
    </OrderPart>
  )
}

function Line({ name, amount }: { name: string; amount: Paise }) {
  return (
    <tr>
      <Cell className={styles.lineCell}>{name}</Cell>
      <Cell end>{showMoney(amount)}</Cell>
    </tr>
  )
}

function Sum({
  label,
  amount,
  first = false,
  strong = false,
}: {
  label: string
  amount: Paise
  first?: boolean
  strong?: boolean
}) {
  const look = classes(styles.sum, first && styles.firstSum, strong && styles.strongSum)
  return (
    <tr>
      <Cell className={look}>{label}</Cell>
      <Cell end className={look}>
        {showMoney(amount)}
      </Cell>
    </tr>
  )
}

/** Lists the receipts of the order. */
export function OrderReceipts({ order: { payments } }: { order: Order }) {
  if (payments.length === 0) return null
  return (
    <OrderPart title={payments.length === 1 ? t`Receipt` : t`Receipts`}>
      <ul className={styles.list}>
        {payments.map((payment) => (
          <li key={payment.id} className={styles.item}>
            <Link as={RouterLink} to={`/fees/receipts/${payment.id}`}>
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
    [t`Payer`, order.payerName],
    [t`Phone`, order.payerPhone],
    [t`E-mail`, order.payerEmail || t`None given`],
    [t`Ordered`, showMoment(order.createdAt)],
    [t`Account`, order.accountName],
    [t`Transaction`, order.txnid],
    [t`Gateway reference`, order.gatewayReference],
    [t`Bank reference`, order.bankReference],
    [t`Paid by`, order.gatewayMode],
    [t`The gateway says`, order.message],
    [t`Last checked`, order.checkedAt ? showMoment(order.checkedAt) : t`Not yet`],
    ...(order.state === 'CREATED'
      ? [[t`Checked next`, order.nextCheckAt ? showMoment(order.nextCheckAt) : t`Tonight`] as const]
      : []),
  ]
  return (
    <OrderPart title={t`Payer and gateway`}>
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
