import { plural, t } from '@lingui/core/macro'
import type { QueryDocument } from '#shared/graphqlDocuments.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import type { RowAction, TableFilter } from '#ui/DataTable/columns.ts'
import type { EntrySort } from '#ui/generated/schema.types.ts'
import { DataTable, type DataTableProps } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import type { TableControl } from '#ui/DataTable/useTableQuery.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { SettleChequeDialog, type SettleChequeDialogProps } from '../counter/SettleChequeDialog.tsx'
import { DeletePayment } from './DeletePayment.tsx'
import type { FeeEntriesQuery, OwnReceiptsQueryVariables } from './entries.graphql.ts'
import { type EntryRow, entryColumns } from './entryColumns.tsx'
import { ReceiptDialog } from '../receipts/ReceiptDialog.tsx'
import { useReceiptIssue } from '../receipts/useReceipt.tsx'
import { feesFailure } from '../structure/feesFailure.ts'
import { useFeesCan } from '../useFeesCan.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { DeleteIcon, DoneIcon, DownloadIcon, FailedIcon, PrintIcon, ReceiptIcon } from '#ui/kit/icons.ts'

/** The query result that all lists of payments share. */
type EntriesData = Pick<FeeEntriesQuery, 'feeEntries'>

/** The part of a table's view that all lists of payments accept. */
type PagedView = OwnReceiptsQueryVariables['input']

/** The server's sort value of each column. */
const sorts: Readonly<Record<string, EntrySort>> = {
  date: 'DATE',
  receipt: 'RECEIPT',
  student: 'STUDENT',
  section: 'SECTION',
  amount: 'AMOUNT',
}

/** Returns the search, order and page of a table's view as the server takes them. */
export function toPagedView({ search, sort, descending, page, pageSize }: TableQuery): PagedView {
  const order = sort === null ? undefined : sorts[sort]
  return { search, page, pageSize, ...(order ? { sort: order, descending } : {}) }
}

interface EntryListProps<Data extends EntriesData, View extends PagedView> {
  title: string
  fileName: string
  document: QueryDocument<Data, { schoolId: string; input: View }>
  /** Returns the query input for a view of the table. Memoize it, because a new function reloads the list. */
  viewOf: (query: TableQuery) => View
  control: TableControl
  filters?: readonly TableFilter<EntryRow>[]
  /** Renders the part above the table from the loaded data. */
  head?: (data: Data | undefined) => ReactNode
  empty: DataTableProps<EntryRow>['empty']
}

/** A list of payments with their receipts, paged, sorted and searched by the server. */
export function EntryList<Data extends EntriesData, View extends PagedView>(props: EntryListProps<Data, View>) {
  const { title, fileName, document, viewOf, control, filters = [], head, empty } = props
  const { data, page, tableProps, refetch } = usePagedTable({
    document,
    control,
    toInput: viewOf,
    pageOf,
    rowId,
    // Payments taken meanwhile are in none of the pages.
    pinTo: ({ lastId }) => (lastId ? { upToId: lastId } : {}) as Partial<View>,
  })
  const [opened, setOpened] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<EntryRow | null>(null)
  const [settling, setSettling] = useState<Pick<SettleChequeDialogProps, 'cheque' | 'outcome'> | null>(null)
  const { print, download, printed } = useReceiptIssue()
  const mayDelete = useFeesCan('listPayments')

  const actions = useMemo<RowAction<EntryRow>[]>(
    () => [
      { label: t`View Receipt`, icon: ReceiptIcon, onClick: (row) => setOpened(row.id) },
      { label: t`Print Receipt`, icon: PrintIcon, onClick: (row) => print(row.id) },
      { label: t`Download PDF`, icon: DownloadIcon, onClick: (row) => download(row.id) },
      {
        label: t`Cleared`,
        icon: DoneIcon,
        hidden: (row) => row.state !== 'CLEARING',
        onClick: (cheque) => setSettling({ cheque, outcome: 'CLEARED' }),
        refusalReason: (row) => row.viewerCan.settleCheque.reason,
      },
      {
        label: t({ message: 'Failed', context: 'a cheque' }),
        icon: FailedIcon,
        destructive: true,
        hidden: (row) => row.state !== 'CLEARING',
        onClick: (cheque) => setSettling({ cheque, outcome: 'FAILED' }),
        refusalReason: (row) => row.viewerCan.settleCheque.reason,
      },
      {
        label: t`Delete Payment`,
        icon: DeleteIcon,
        destructive: true,
        // Clerks see above the list who may delete.
        hidden: () => !mayDelete,
        onClick: setDeleting,
        refusalReason: (row) => row.viewerCan.delete.reason,
      },
    ],
    [print, download, mayDelete],
  )

  return (
    <Stack gap={4}>
      {head?.(data)}
      <DataTable
        title={title}
        fileName={fileName}
        columns={entryColumns}
        filters={filters}
        {...tableProps}
        failure={feesFailure}
        rowName={rowName}
        onOpen={(row) => setOpened(row.id)}
        actions={actions}
        searchLabel={t`Name or receipt no.`}
        empty={empty}
        footer={
          page && (
            <TableSums
              sums={[
                { label: t`Collected`, value: showMoney(page.collected), strong: true },
                { label: t`Clearing, not in the total`, value: showMoney(page.clearing) },
              ]}
              count={plural(page.receipts, { one: '# receipt', other: '# receipts' })}
            />
          )
        }
      />
      {printed}
      {opened && <ReceiptDialog paymentId={opened} onClose={() => setOpened(null)} />}
      {deleting && <DeletePayment payment={deleting} onClose={() => setDeleting(null)} />}
      {settling && <SettleChequeDialog {...settling} reload={refetch} onClose={() => setSettling(null)} />}
    </Stack>
  )
}

const pageOf = (data: EntriesData) => data.feeEntries
const rowId = (row: EntryRow) => row.id
const rowName = (row: EntryRow) => t`receipt ${row.receiptNumber}`
