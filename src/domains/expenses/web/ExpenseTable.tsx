import { t } from '@lingui/core/macro'
import { useMemo, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable, type DataTableProps } from '#ui/DataTable/DataTable.tsx'
import { DeleteExpense } from './DeleteExpense.tsx'
import type { ExpenseRowFragment } from './expenses.graphql.ts'
import { DeleteIcon } from '#ui/kit/icons.ts'

type Row = ExpenseRowFragment

const paidOn: Column<Row> = {
  key: 'paidOn',
  header: t`Paid On`,
  value: (row) => row.paidOn,
  render: (row) => showDay(row.paidOn),
  minWidth: 116,
  flex: 0.6,
  phone: 'line',
}

const columns: readonly Column<Row>[] = [
  { key: 'category', header: t`Category`, value: (row) => row.categoryName, minWidth: 140, phone: 'title' },
  {
    key: 'amount',
    // Amounts are exported in rupees.
    header: t`Amount (₹)`,
    value: (row) => row.amount,
    money: true,
    render: (row) => showMoney(row.amount),
    numeric: true,
    minWidth: 130,
    flex: 0.7,
    phone: 'line',
  },
  { key: 'comment', header: t`Comment`, value: (row) => row.comment, minWidth: 160, flex: 1.6, phone: 'line' },
  { key: 'enteredBy', header: t`Entered By`, value: (row) => row.createdByName, minWidth: 140, phone: 'none' },
  {
    key: 'enteredOn',
    header: t`Entered On`,
    value: (row) => row.enteredOn,
    render: (row) => showDay(row.enteredOn),
    minWidth: 116,
    flex: 0.6,
    hidden: true,
    phone: 'none',
  },
]

const rowId = (row: Row) => row.id
const rowName = (row: Row) => `${row.categoryName} ${showMoney(row.amount)}`

export interface ExpenseTableProps
  extends Pick<DataTableProps<Row>, 'title' | 'fileName' | 'error' | 'onRetry' | 'empty' | 'filters'> {
  /** undefined while it loads. */
  list: { expenses: readonly Row[] } | undefined
  mayDelete: boolean
  /** Shows the day of payment, because the rows are of several days. */
  withDay: boolean
}

/** A table of expenses, with a delete action where the viewer may delete. */
export function ExpenseTable({ list, mayDelete, withDay, ...table }: ExpenseTableProps) {
  const [deleting, setDeleting] = useState<Row | null>(null)
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        label: t`Delete Expense`,
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleting,
        refusalReason: (row) => row.viewerCan.delete.reason,
      },
    ],
    [],
  )
  return (
    <>
      <DataTable
        {...table}
        serialNumber
        columns={withDay ? withPaidOn : columns}
        rows={list?.expenses}
        rowId={rowId}
        rowName={rowName}
        {...(mayDelete ? { actions } : {})}
      />
      {deleting && <DeleteExpense expense={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

const withPaidOn = [paidOn, ...columns]
