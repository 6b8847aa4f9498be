import { useApolloClient, useQuery } from '@apollo/client/react'
import ReceiptIcon from '@mui/icons-material/ReceiptLong'
import Box from '@mui/material/Box'
import { useCallback, useMemo, useState } from 'react'
import { countWithNoun } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { RowAction } from '#ui/DataTable/columns.ts'
import { fetchAllPages, requireData, maxPageSize } from '#ui/DataTable/fetchAllPages.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { DeletedPaymentsDocument, type DeletedPaymentsQuery, type DeletedPaymentsQueryVariables } from './entries.graphql.ts'
import { deletedColumns, type EntryRow } from './entryColumns.tsx'
import { ReceiptDialog } from '../receipts/ReceiptDialog.tsx'
import { feesFailure } from '../structure/feesFailure.ts'

type View = DeletedPaymentsQueryVariables['input']

function viewOf(termId: string, { search, sort, descending, page, pageSize, filters }: TableQuery): View {
  return { termId, search, page, pageSize, descending: sort === null || descending, ...parseDays(filters) }
}

/** The Deleted Payments tab: who deleted what, when and why, the last first. The receipts keep their numbers. */
export default function DeletedPayments() {
  const { schoolId, termId } = useActiveSchool()
  const client = useApolloClient()
  const control = useTableQuery()
  const view = useMemo(() => viewOf(termId, control.query), [termId, control.query])
  const { data, previousData, error, loading, refetch } = useQuery(DeletedPaymentsDocument, {
    variables: { schoolId, input: view },
  })
  const [opened, setOpened] = useState<string | null>(null)
  const shown = (data ?? previousData)?.deletedPayments

  const all = useCallback(
    (query: TableQuery) =>
      fetchAllPages<EntryRow, DeletedPaymentsQuery['deletedPayments']>(async (page) => {
        const { data: part } = await client.query({
          query: DeletedPaymentsDocument,
          variables: { schoolId, input: { ...viewOf(termId, query), page, pageSize: maxPageSize } },
          fetchPolicy: 'no-cache',
        })
        return requireData(part).deletedPayments
      }, rowId),
    [client, schoolId, termId],
  )
  const actions = useMemo<RowAction<EntryRow>[]>(
    () => [{ label: 'View Receipt', icon: ReceiptIcon, onClick: (row) => setOpened(row.id) }],
    [],
  )

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <DayRange control={control} />
      <DataTable
        title="DELETED PAYMENTS"
        fileName="deleted-payments"
        columns={deletedColumns}
        rows={shown?.rows}
        error={shown ? undefined : error}
        onRetry={() => void refetch()}
        failure={feesFailure}
        control={control}
        server={{ total: shown?.total ?? 0, all, loading: loading && !data }}
        rowId={rowId}
        rowName={rowName}
        onOpen={(row) => setOpened(row.id)}
        actions={actions}
        searchLabel="Name or receipt no."
        empty={{
          text: 'No data found for this term',
          hint: 'Payments that were deleted are kept here, with who deleted them, when and why.',
        }}
        footer={
          shown && (
            <TableSums
              sums={[{ label: 'Deleted', value: showMoney(shown.amount), strong: true }]}
              count={countWithNoun(shown.total, 'receipt')}
            />
          )
        }
      />
      {opened && <ReceiptDialog paymentId={opened} onClose={() => setOpened(null)} />}
    </Box>
  )
}

const rowId = (row: EntryRow) => row.id
const rowName = (row: EntryRow) => `receipt ${row.receiptNumber}`
