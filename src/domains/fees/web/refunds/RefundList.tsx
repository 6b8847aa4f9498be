import { plural, t } from '@lingui/core/macro'
import { useMemo, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { feeTitle } from '../../fees.rules.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import { refundReason } from './refundReason.ts'
import {
  type RefundRowFragment as RefundRow,
  RefundsDocument,
  type RefundsQuery,
  type RefundsQueryVariables,
} from './refunds.graphql.ts'
import { VoucherDialog } from './VoucherDialog.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { ReceiptIcon } from '#ui/kit/icons.ts'

type View = RefundsQueryVariables['input']

function toInput({ search, sort, descending, page, pageSize, filters }: TableQuery, termId: string): View {
  return { termId, search, page, pageSize, descending: sort === null || descending, ...parseDays(filters) }
}

const unsorted = { sortable: false, phone: 'none' } as const

const columns: readonly Column<RefundRow>[] = [
  { key: 'date', header: t`Date`, value: (row) => showDay(row.refundedOn), flex: 0.8, minWidth: 104, phone: 'none' },
  { key: 'voucher', header: t`Voucher no.`, value: (row) => row.refundNumber, flex: 1.1, minWidth: 118, ...unsorted },
  {
    key: 'student',
    header: t`Student`,
    value: (row) => row.studentName,
    flex: 1.5,
    minWidth: 130,
    sortable: false,
    phone: 'title',
  },
  { key: 'section', header: t`Class`, value: (row) => row.sectionName, flex: 0.4, minWidth: 68, ...unsorted },
  { key: 'registerNo', header: t`Register no.`, value: (row) => row.registerNo, hidden: true, ...unsorted },
  {
    key: 'heads',
    header: t`Fees`,
    value: (row) => row.lines.map((line) => feeTitle({ name: line.feeName, month: line.month })).join(', '),
    hidden: true,
    ...unsorted,
  },
  {
    key: 'mode',
    header: t`Mode, ref no.`,
    value: (row) => [paymentModes[row.mode].label, row.reference].filter(Boolean).join(' '),
    flex: 1.1,
    minWidth: 120,
    ...unsorted,
  },
  { key: 'reason', header: t`Reason`, value: refundReason, flex: 1.6, minWidth: 110, ...unsorted },
  {
    key: 'amount',
    header: t`Amount`,
    value: (row) => row.amount,
    money: true,
    render: (row) => showMoney(row.amount),
    numeric: true,
    flex: 0.8,
    minWidth: 100,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'state',
    header: t`State`,
    value: stateOf,
    render: (row) => <StateChip state={row.cancelledByName === null ? 'DONE' : 'CANCELLED'} label={stateOf(row)} />,
    flex: 0.8,
    minWidth: 108,
    sortable: false,
    phone: 'line',
  },
  { key: 'by', header: t`Given back by`, value: (row) => row.createdByName, hidden: true, ...unsorted },
]

function stateOf({ cancelledByName }: RefundRow): string {
  return cancelledByName === null ? t`Given back` : t({ message: 'Cancelled', context: 'a voucher' })
}

/** The Refunds tab: the vouchers of money given back, the last first. A cancelled one keeps its number. */
export default function RefundList() {
  const control = useTableQuery()
  const { page, tableProps } = usePagedTable({ document: RefundsDocument, control, toInput, pageOf, rowId })
  const [opened, setOpened] = useState<string | null>(null)
  const actions = useMemo<RowAction<RefundRow>[]>(
    () => [{ label: t`View Voucher`, icon: ReceiptIcon, onClick: (row) => setOpened(row.id) }],
    [],
  )
  return (
    <Stack gap={4}>
      <DayRange control={control} />
      <DataTable
        title={t`REFUNDS`}
        fileName="refunds"
        columns={columns}
        {...tableProps}
        failure={feesFailure}
        rowName={rowName}
        onOpen={(row) => setOpened(row.id)}
        actions={actions}
        searchLabel={t`Name or voucher no.`}
        empty={{
          text: t`No data found for this term`,
          hint: t`Money that was given back is listed here with its vouchers. It is given back from the account of the student.`,
        }}
        footer={
          page && (
            <TableSums
              sums={[{ label: t`Given back`, value: showMoney(page.amount), strong: true }]}
              count={plural(page.total, { one: '# voucher', other: '# vouchers' })}
            />
          )
        }
      />
      {opened && <VoucherDialog refundId={opened} onClose={() => setOpened(null)} />}
    </Stack>
  )
}

const pageOf = (data: RefundsQuery) => data.refunds
const rowId = (row: RefundRow) => row.id
const rowName = (row: RefundRow) => t`voucher ${row.refundNumber}`
