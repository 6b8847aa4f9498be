import { useApolloClient, useQuery } from '@apollo/client/react'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import FailedIcon from '@mui/icons-material/CancelOutlined'
import DownloadIcon from '@mui/icons-material/Download'
import PrintIcon from '@mui/icons-material/Print'
import ReceiptIcon from '@mui/icons-material/ReceiptLong'
import Box from '@mui/material/Box'
import { useCallback, useMemo, useState } from 'react'
import { schoolDay } from '../../../../shared/dates.ts'
import { showMoney } from '../../../../shared/money.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import type { RowAction, TableFilter } from '../../../../ui/DataTable/columns.ts'
import { allPages, answered, largestPage } from '../../../../ui/DataTable/allPages.ts'
import { DataTable } from '../../../../ui/DataTable/DataTable.tsx'
import type { TableQuery } from '../../../../ui/DataTable/tableQuery.ts'
import { type TableControl, useTableQuery } from '../../../../ui/DataTable/useTableQuery.ts'
import { useSectionChoices } from '../../../classes/web/classes.exports.tsx'
import { paymentModes, paymentStates } from '../../payments.schema.ts'
import { modeLabels } from '../../receiptSheet.ts'
import { count } from '../counter/counterWords.ts'
import { SettleQuestion, type SettleQuestionProps } from '../counter/SettleQuestion.tsx'
import { DayRange } from './DayRange.tsx'
import { DeletePayment } from './DeletePayment.tsx'
import { ClerksDocument, FeeEntriesDocument, type FeeEntriesQuery, type FeeEntriesQueryVariables } from './entries.graphql.ts'
import { askedEntries, daysOf, shownEntries } from './entriesQuery.ts'
import { type EntryRow, entryColumns } from './entryColumns.tsx'
import { PrintAll } from './PrintAll.tsx'
import { ReceiptDialog } from '../receipts/ReceiptDialog.tsx'
import { TableSums } from './TableSums.tsx'
import { useReceiptIssue } from '../receipts/useReceipt.tsx'
import { feesFailure } from '../structure/feeLists.ts'

type View = FeeEntriesQueryVariables['input']

/** The server's word for a column. */
const sorts: Readonly<Record<string, View['sort']>> = {
  date: 'DATE',
  receipt: 'RECEIPT',
  student: 'STUDENT',
  section: 'SECTION',
  amount: 'AMOUNT',
}

function viewOf(termId: string, { search, sort, descending, page, pageSize, filters }: TableQuery): View {
  const { section: sectionId, clerk } = filters
  const mode = paymentModes.find((known) => known === filters.mode)
  const state = paymentStates.find((known) => known === filters.state)
  const order = sort === null ? undefined : sorts[sort]
  return {
    ...{ termId, search, page, pageSize },
    ...(order ? { sort: order, descending } : {}),
    ...daysOf(filters),
    ...(mode ? { mode } : {}),
    ...(state ? { state } : {}),
    ...(clerk ? { clerk } : {}),
    ...(sectionId ? { sectionId } : {}),
  }
}

/** The tab Fees Entries: what was taken, by day, newest first; paged, sorted and searched by the server. */
export default function FeesEntries() {
  const { schoolId, termId } = useActiveSchool()
  const client = useApolloClient()
  const control = useEntries()
  const view = useMemo(() => viewOf(termId, control.query), [termId, control.query])
  const { data, previousData, error, loading, refetch } = useQuery(FeeEntriesDocument, { variables: { schoolId, input: view } })
  const [opened, setOpened] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<EntryRow | null>(null)
  const [settling, setSettling] = useState<Pick<SettleQuestionProps, 'cheque' | 'outcome'> | null>(null)
  const filters = useFilters()
  const { print, download, printed } = useReceiptIssue()
  const shown = (data ?? previousData)?.feeEntries

  const all = useCallback(
    (query: TableQuery) =>
      allPages<EntryRow, FeeEntriesQuery['feeEntries']>(async (page, first) => {
        // What is taken meanwhile is in none of the pages.
        const upTo = first?.lastId ? { upToId: first.lastId } : {}
        const { data: part } = await client.query({
          query: FeeEntriesDocument,
          variables: { schoolId, input: { ...viewOf(termId, query), ...upTo, page, pageSize: largestPage } },
          fetchPolicy: 'no-cache',
        })
        return answered(part).feeEntries
      }, rowId),
    [client, schoolId, termId],
  )

  const actions = useMemo<RowAction<EntryRow>[]>(
    () => [
      { label: 'View Receipt', icon: ReceiptIcon, onClick: (row) => setOpened(row.id) },
      { label: 'Print Receipt', icon: PrintIcon, onClick: (row) => print(row.id) },
      { label: 'Download PDF', icon: DownloadIcon, onClick: (row) => download(row.id) },
      {
        label: 'Cleared',
        icon: CheckIcon,
        hidden: (row) => row.state !== 'CLEARING',
        onClick: (cheque) => setSettling({ cheque, outcome: 'CLEARED' }),
        refused: (row) => row.viewerCan.settleCheque.reason,
      },
      {
        label: 'Failed',
        icon: FailedIcon,
        destructive: true,
        hidden: (row) => row.state !== 'CLEARING',
        onClick: (cheque) => setSettling({ cheque, outcome: 'FAILED' }),
        refused: (row) => row.viewerCan.settleCheque.reason,
      },
      {
        label: 'Delete Payment',
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleting,
        refused: (row) => row.viewerCan.delete.reason,
      },
    ],
    [print, download],
  )

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <DayRange control={control} />
        </Box>
        <PrintAll view={view} count={shown?.total ?? 0} />
      </Box>
      <DataTable
        title="FEES ENTRIES"
        fileName="fees-entries"
        columns={entryColumns}
        filters={filters}
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
        empty={{ text: 'No data found for this term', hint: 'What is collected at the fee counter is listed here.' }}
        footer={
          shown && (
            <TableSums
              sums={[
                { label: 'Collected', value: showMoney(shown.collected), strong: true },
                { label: 'Clearing, not in the total', value: showMoney(shown.clearing) },
              ]}
              count={count(shown.receipts, 'receipt')}
            />
          )
        }
      />
      {printed}
      {opened && <ReceiptDialog paymentId={opened} onClose={() => setOpened(null)} />}
      {deleting && <DeletePayment payment={deleting} onClose={() => setDeleting(null)} />}
      {settling && (
        <SettleQuestion {...settling} reload={refetch} refetch={[FeeEntriesDocument]} onClose={() => setSettling(null)} />
      )}
    </Box>
  )
}

const rowId = (row: EntryRow) => row.id
const rowName = (row: EntryRow) => `receipt ${row.receiptNumber}`

/** The view in the address, where nothing means today. */
function useEntries(): TableControl {
  const { query: asked, changeFrom } = useTableQuery()
  return useMemo(() => {
    const shown = (query: TableQuery) => shownEntries(query, schoolDay(new Date()))
    return { query: shown(asked), change: (patch) => changeFrom((now) => askedEntries(shown(now), patch)) }
  }, [asked, changeFrom])
}

function useFilters(): TableFilter<EntryRow>[] {
  const { schoolId, termId } = useActiveSchool()
  const { sections } = useSectionChoices()
  const { data } = useQuery(ClerksDocument, { variables: { schoolId, input: { termId } } })
  return useMemo(
    () => [
      { key: 'mode', label: 'Mode', options: paymentModes.map((value) => ({ value, label: modeLabels[value] })) },
      { key: 'state', label: 'State', options: paymentStates.map((value) => ({ value, label: value })) },
      { key: 'section', label: 'Section', options: (sections ?? []).map(({ id, title }) => ({ value: id, label: title })) },
      { key: 'clerk', label: 'Clerk', options: (data?.clerks ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    ],
    [sections, data],
  )
}
