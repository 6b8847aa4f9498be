import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import type { SheetColumn, SheetTable } from '#shared/sheet.ts'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'

const text = (header: string): SheetColumn => ({ header })
const money = (header: string): SheetColumn => ({ header, kind: 'money' })
const sums = ['collected', 'clearing', 'discount', 'pending'] as const

/** Returns the tables for the export of an account: fees, collected lines and discounts, and receipts. */
export function accountTables({ fees, payments, discounts, total }: CounterAccountFactsFragment): SheetTable[] {
  const lines = [...fees.flatMap((fee) => fee.lines), ...discounts]
  const uniqueLines = lines.filter((line, index) => lines.findIndex(({ id }) => id === line.id) === index)
  return [
    {
      name: 'Fees',
      columns: [
        ...['Month', 'Fee', 'Category'].map(text),
        ...['Amount', 'Collected', 'Clearing', 'Discount', 'Pending'].map(money),
        text(t`State`),
      ],
      rows: [
        ...fees.map((fee) => ({
          cells: [
            fee.month,
            fee.name,
            fee.categoryName,
            fee.fixedAmount ? fee.amount : t`not fixed`,
            ...sums.map((sum) => (sum === 'pending' && !fee.fixedAmount ? null : fee[sum])),
            fee.fixedAmount || fee.state !== 'PENDING' ? fee.state : null,
          ],
        })),
        { cells: [t`Total`, null, null, null, ...sums.map((sum) => total[sum])], strong: true },
      ],
    },
    {
      name: 'Lines',
      columns: [
        ...['Date', 'Fee', 'Month', 'Status', 'Mode', 'Cheque no.', 'Transaction ID'].map(text),
        money(t`Amount`),
        text(t`By`),
        text(t`Receipt`),
        text(t`Comment`),
      ],
      rows: uniqueLines.map((line) => ({
        cells: [
          showDay(line.collectedOn),
          line.feeName,
          line.month,
          line.status,
          line.mode && paymentModes[line.mode].label,
          line.chequeNo,
          line.txnId,
          line.amount,
          line.collectedBy,
          line.receiptNumber,
          line.comment,
        ],
      })),
    },
    {
      name: 'Receipts',
      columns: [
        text(t`Receipt`),
        text(t`Date`),
        money(t`Amount`),
        ...['Mode', 'Cheque no.', 'Transaction ID', 'State', 'By'].map(text),
      ],
      rows: payments.map((payment) => ({
        cells: [
          payment.receiptNumber,
          showDay(payment.collectedOn),
          payment.amount,
          paymentModes[payment.mode].label,
          payment.chequeNo,
          payment.txnId,
          payment.state,
          payment.createdByName,
        ],
      })),
    },
  ]
}
