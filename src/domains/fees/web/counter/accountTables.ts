import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import type { SheetColumn, SheetTable } from '#shared/sheet.ts'
import { showMonth } from '../../months.ts'
import { refundReason } from '../refunds/refundReason.ts'
import { stateLabels } from '../stateLabels.ts'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'
import type { CounterFee } from './feeRowsProps.ts'
import type { FeeSums } from './feeSelection.ts'

const text = (header: string): SheetColumn => ({ header })
const money = (header: string): SheetColumn => ({ header, kind: 'money' })
const sums = ['collected', 'clearing', 'discount', 'concession', 'writtenOff', 'lateFee', 'pending', 'lateFeeDue'] as const

/** Returns the tables for the export of an account: fees, lines, receipts, and refunds where there are any. */
export function accountTables({
  fees,
  payments,
  discounts,
  writeOffs,
  refunds,
  total,
}: Pick<CounterAccountFactsFragment, 'payments' | 'discounts' | 'writeOffs' | 'refunds'> & {
  fees: readonly CounterFee[]
  total: FeeSums
}): SheetTable[] {
  const lines = [...fees.flatMap((fee) => fee.lines), ...discounts, ...writeOffs]
  const uniqueLines = lines.filter((line, index) => lines.findIndex(({ id }) => id === line.id) === index)
  return [
    {
      name: t`Fees`,
      columns: [
        ...[t`Month`, t`Fee`, t`Category`].map(text),
        ...[
          t`Amount`,
          t`Collected`,
          t({ message: 'Clearing', context: 'money' }),
          t`Discount`,
          t`Concession`,
          t`Written off`,
          t`Late fee paid`,
          t`Pending`,
          t`Late fee today`,
        ].map(money),
        text(t`Due on`),
        text(t`State`),
      ],
      rows: [
        ...fees.map((fee) => ({
          cells: [
            fee.month && showMonth(fee.month),
            fee.earlierTerm === null ? fee.name : `${fee.name} ${fee.earlierTerm}`,
            fee.categoryName,
            fee.fixedAmount ? fee.amount : t`not fixed`,
            ...sums.map((sum) => ((sum === 'pending' || sum === 'lateFeeDue') && !fee.fixedAmount ? null : fee[sum])),
            fee.fixedAmount ? showDay(fee.dueOn) : null,
            fee.fixedAmount || fee.state !== 'PENDING' ? stateLabels[fee.state] : null,
          ],
        })),
        { cells: [t`Total`, null, null, null, ...sums.map((sum) => total[sum])], strong: true },
      ],
    },
    {
      name: t`Lines`,
      columns: [
        ...[t`Date`, t`Fee`, t`Month`, t`Status`, t`Mode`, t`Cheque or draft no.`, t`Transaction ID`].map(text),
        money(t`Amount`),
        text(t({ message: 'By', context: 'a person' })),
        text(t`Receipt`),
        text(t`Comment`),
      ],
      rows: uniqueLines.map((line) => ({
        cells: [
          showDay(line.collectedOn),
          line.feeName,
          line.month && showMonth(line.month),
          stateLabels[line.status],
          line.mode && paymentModes[line.mode].label,
          line.chequeNo,
          line.txnId,
          line.amount,
          line.collectedBy,
          line.receiptNumber,
          line.concessionName ?? line.comment,
        ],
      })),
    },
    {
      name: t`Receipts`,
      columns: [
        text(t`Receipt`),
        text(t`Date`),
        money(t`Amount`),
        ...[t`Mode`, t`Reference`, t`State`, t({ message: 'By', context: 'a person' })].map(text),
      ],
      rows: payments.map((payment) => ({
        cells: [
          payment.receiptNumber,
          showDay(payment.collectedOn),
          payment.amount,
          paymentModes[payment.mode].label,
          payment.reference,
          stateLabels[payment.state],
          payment.createdByName,
        ],
      })),
    },
    ...(refunds.length === 0 ? [] : [refundTable(refunds)]),
  ]
}

function refundTable(refunds: CounterAccountFactsFragment['refunds']): SheetTable {
  return {
    name: t`Refunds`,
    columns: [
      text(t`Voucher`),
      text(t`Date`),
      money(t`Amount`),
      ...[t`Mode`, t`Reference`, t`Reason`, t({ message: 'By', context: 'a person' })].map(text),
    ],
    rows: refunds.map((refund) => ({
      cells: [
        refund.refundNumber,
        showDay(refund.refundedOn),
        refund.amount,
        paymentModes[refund.mode].label,
        refund.reference,
        refundReason(refund),
        refund.createdByName,
      ],
    })),
  }
}
