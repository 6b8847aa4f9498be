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
        text('State'),
      ],
      rows: [
        ...fees.map((fee) => ({
          cells: [
            fee.month,
            fee.name,
            fee.categoryName,
            fee.fixedAmount ? fee.amount : 'not fixed',
            ...sums.map((sum) => (sum === 'pending' && !fee.fixedAmount ? null : fee[sum])),
            fee.fixedAmount || fee.state !== 'PENDING' ? fee.state : null,
          ],
        })),
        { cells: ['Total', null, null, null, ...sums.map((sum) => total[sum])], strong: true },
      ],
    },
    {
      name: 'Lines',
      columns: [
        ...['Date', 'Fee', 'Month', 'Status', 'Mode', 'Cheque no.', 'Transaction ID'].map(text),
        money('Amount'),
        text('By'),
        text('Receipt'),
        text('Comment'),
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
        text('Receipt'),
        text('Date'),
        money('Amount'),
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
