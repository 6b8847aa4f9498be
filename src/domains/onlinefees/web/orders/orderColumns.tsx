import { t } from '@lingui/core/macro'
import { schoolDay, showDay, showMoment } from '#shared/dates.ts'
import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { orderChildren, type Order, stateLabels } from './orderTexts.ts'
import styles from './orderColumns.module.css'

const unsorted = { sortable: false, phone: 'none' } as const

function money(key: string, header: string, amount: (order: Order) => Paise, more: Partial<Column<Order>> = {}): Column<Order> {
  return {
    key,
    header,
    numeric: true,
    flex: 0.8,
    minWidth: 104,
    ...unsorted,
    value: (row) => amount(row),
    money: true,
    render: (row) => showMoney(amount(row)),
    ...more,
  }
}

/** Shows the date and time; on a phone only the day. */
function At({ order: { createdAt } }: { order: Order }) {
  return (
    <>
      <span className={styles.deskOnly}>{showMoment(createdAt)}</span>
      {/* Without the year, whatever the length of the month's name. */}
      <span className={styles.phoneOnly}>{showDay(schoolDay(new Date(createdAt))).slice(0, -5)}</span>
    </>
  )
}

/** Shows the payer's name and, on a wide screen, the phone below it. */
function Payer({ order }: { order: Order }) {
  return (
    <div className={styles.box}>
      <div className={styles.clipped}>{order.payerName}</div>
      <div className={styles.below}>{order.payerPhone}</div>
    </div>
  )
}

/** Not sortable: the server returns the newest orders first. */
export const orderColumns: readonly Column<Order>[] = [
  {
    key: 'at',
    header: t`Date and time`,
    value: (row) => showMoment(row.createdAt),
    render: (row) => <At order={row} />,
    flex: 1,
    minWidth: 162,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'payer',
    header: t`Payer`,
    value: (row) => `${row.payerName}, ${row.payerPhone}`,
    render: (row) => <Payer order={row} />,
    flex: 1.4,
    minWidth: 128,
    sortable: false,
    phone: 'title',
  },
  { key: 'children', header: t`Children`, value: (row) => orderChildren(row).join(', '), flex: 1.3, minWidth: 100, ...unsorted },
  money('fees', t`Fees`, (row) => row.feesAmount),
  money('charge', t`Charge + GST`, (row) => sumMoney([row.charge, row.gst]), { minWidth: 134 }),
  money('payable', t`Payable`, (row) => row.payable, { phone: 'line' }),
  {
    key: 'state',
    header: t`State`,
    value: (row) => stateLabels[row.state],
    render: (row) => <StateChip state={row.state} label={stateLabels[row.state]} />,
    flex: 0.8,
    minWidth: 108,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'reference',
    header: t`Gateway ref.`,
    value: (row) => row.gatewayReference,
    flex: 0.9,
    minWidth: 150,
    ...unsorted,
  },
  { key: 'txnid', header: t`Transaction`, value: (row) => row.txnid, minWidth: 200, hidden: true, ...unsorted },
  { key: 'email', header: t`E-mail`, value: (row) => row.payerEmail, minWidth: 160, hidden: true, ...unsorted },
]
