import { plural, t } from '@lingui/core/macro'
import { useMemo, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import type { RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { DeletedPaymentsDocument, type DeletedPaymentsQuery, type DeletedPaymentsQueryVariables } from './entries.graphql.ts'
import { deletedColumns, type EntryRow } from './entryColumns.tsx'
import { ReceiptDialog } from '../receipts/ReceiptDialog.tsx'
import { feesFailure } from '../structure/feesFailure.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { ReceiptIcon } from '#ui/kit/icons.ts'

type View = DeletedPaymentsQueryVariables['input']

function toInput({ search, sort, descending, page, pageSize, filters }: TableQuery, termId: string): View {
  return { termId, search, page, pageSize, descending: sort === null || descending, ...parseDays(filters) }
}

/** The Deleted Payments tab: who deleted what, when and why, the last first. The receipts keep their numbers. */
export default function DeletedPayments() {
  const control = useTableQuery()
  const { page, tableProps } = usePagedTable({ document: DeletedPaymentsDocument, control, toInput, pageOf, rowId })
  const [opened, setOpened] = useState<string | null>(null)

  const actions = useMemo<RowAction<EntryRow>[]>(
    () => [{ label: t`View Receipt`, icon: ReceiptIcon, onClick: (row) => setOpened(row.id) }],
    [],
  )

  return (
    <Stack gap={4}>
      <DayRange control={control} />
      <DataTable
        title={t`DELETED PAYMENTS`}
        fileName="deleted-payments"
        columns={deletedColumns}
        {...tableProps}
        failure={feesFailure}
        rowName={rowName}
        onOpen={(row) => setOpened(row.id)}
        actions={actions}
        searchLabel={t`Name or receipt no.`}
        empty={{
          text: t`No data found for this term`,
          hint: t`Payments that were deleted are kept here, with who deleted them, when and why.`,
        }}
        footer={
          page && (
            <TableSums
              sums={[{ label: t`Deleted`, value: showMoney(page.amount), strong: true }]}
              count={plural(page.total, { one: '# receipt', other: '# receipts' })}
            />
          )
        }
      />
      {opened && <ReceiptDialog paymentId={opened} onClose={() => setOpened(null)} />}
    </Stack>
  )
}

const pageOf = (data: DeletedPaymentsQuery) => data.deletedPayments
const rowId = (row: EntryRow) => row.id
const rowName = (row: EntryRow) => t`receipt ${row.receiptNumber}`
