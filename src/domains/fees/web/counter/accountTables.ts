import { showDay } from '../../../../shared/dates.ts'
import { inRupees } from '../../../../shared/money.ts'
import type { ExportTable } from '../../../../ui/DataTable/exportRows.ts'
import { modeLabels } from '../../receiptSheet.ts'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'

/** A student's account as it leaves the product: fees, what was collected on each or given as a discount, receipts. */
export function accountTables({ fees, payments, discounts, total }: CounterAccountFactsFragment): ExportTable[] {
  const lines = [...fees.flatMap((fee) => fee.lines), ...discounts]
  const once = lines.filter((line, place) => lines.findIndex(({ id }) => id === line.id) === place)
  const sums = ['collected', 'clearing', 'discount', 'pending'] as const
  return [
    {
      name: 'Fees',
      cells: [
        ['Month', 'Fee', 'Category', 'Amount', 'Collected', 'Clearing', 'Discount', 'Pending', 'State'],
        ...fees.map((fee) => [
          ...[fee.month, fee.name, fee.categoryName, fee.fixedAmount ? inRupees(fee.amount) : 'not fixed'],
          ...sums.map((sum) => (sum === 'pending' && !fee.fixedAmount ? null : inRupees(fee[sum]))),
          fee.fixedAmount || fee.state !== 'PENDING' ? fee.state : null,
        ]),
        ['Total', null, null, null, ...sums.map((sum) => inRupees(total[sum]))],
      ],
    },
    {
      name: 'Lines',
      cells: [
        ['Date', 'Fee', 'Month', 'Status', 'Mode', 'Cheque no.', 'Transaction ID', 'Amount', 'By', 'Receipt', 'Comment'],
        ...once.map((line) => [
          ...[showDay(line.collectedOn), line.feeName, line.month, line.status, line.mode && modeLabels[line.mode]],
          ...[line.chequeNo, line.txnId, inRupees(line.amount), line.collectedBy, line.receiptNumber, line.comment],
        ]),
      ],
    },
    {
      name: 'Receipts',
      cells: [
        ['Receipt', 'Date', 'Amount', 'Mode', 'Cheque no.', 'Transaction ID', 'State', 'By'],
        ...payments.map((payment) => [
          ...[payment.receiptNumber, showDay(payment.collectedOn), inRupees(payment.amount), modeLabels[payment.mode]],
          ...[payment.chequeNo, payment.txnId, payment.state, payment.createdByName],
        ]),
      ],
    },
  ]
}
