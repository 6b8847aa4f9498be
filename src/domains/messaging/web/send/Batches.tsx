import { t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { kindLabels, shortDay } from '../messageLabels.ts'
import { formatProgress, isUnderWay, percentDone } from './batchProgress.ts'
import { type BatchRowFragment, MessageBatchesDocument, type MessageBatchesQuery } from './send.graphql.ts'
import { audienceLabels, audiences } from './sendForm.ts'
import styles from './Batches.module.css'
import { Progress } from '#ui/kit/Progress.tsx'

type Batch = BatchRowFragment

const everyMs = 2000

/** Lists the batches sent by hand with their progress, newest first. Sending continues when the page is closed. */
export function Batches() {
  const navigate = useNavigate()
  const control = useTableQuery(defaults)
  const { page, tableProps, poll } = usePagedTable({
    document: MessageBatchesDocument,
    control,
    toInput,
    pageOf,
    rowId,
  })
  usePoll(everyMs, poll, { on: page?.rows.some(isUnderWay) ?? false })
  return (
    <DataTable
      title={t`QUEUED BEFORE`}
      fileName="message-batches"
      columns={columns}
      {...tableProps}
      rowName={rowName}
      searchLabel={t`Name, text or person`}
      onOpen={(batch) => navigate(`/messages?tab=history&f.batch=${batch.id}`)}
      empty={{
        text: t`No messages sent by hand yet`,
        hint: t`The messages you queue above are listed here with their progress.`,
      }}
    />
  )
}

const defaults = { name: 'batches' }
const toInput = ({ page, pageSize, search }: TableQuery) => ({ page, pageSize, search })
const pageOf = (data: MessageBatchesQuery) => data.messageBatches
const rowId = (batch: Batch) => batch.id
const rowName = (batch: Batch) => `${titleOf(batch)}, ${showMoment(batch.createdAt)}`
const unsorted = { sortable: false, phone: 'none' } as const

function titleOf({ kind, templateName }: Batch): string {
  return templateName || kindLabels[kind]
}

function audienceOf({ audience }: Batch): string {
  const key = audiences.find((value) => value === String(audience))
  return key ? audienceLabels[key] : ''
}

const columns: readonly Column<Batch>[] = [
  {
    key: 'what',
    header: t`What`,
    value: titleOf,
    render: (batch) => (
      <>
        {titleOf(batch)}
        <span className={styles.muted}>{` · ${shortDay(batch.createdAt)}`}</span>
      </>
    ),
    flex: 0.8,
    minWidth: 130,
    sortable: false,
    phone: 'title',
  },
  {
    key: 'audience',
    header: t({ message: 'To', context: 'recipients' }),
    value: audienceOf,
    ...unsorted,
    flex: 0.6,
    minWidth: 134,
  },
  {
    key: 'progress',
    header: t`Progress`,
    value: formatProgress,
    render: (batch) => <BatchProgress batch={batch} />,
    flex: 1.6,
    minWidth: 350,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'at',
    header: t({ message: 'Queued', context: 'time of a message' }),
    value: (batch) => showMoment(batch.createdAt),
    ...unsorted,
    flex: 0.7,
    minWidth: 160,
  },
  {
    key: 'by',
    header: t({ message: 'By', context: 'a person' }),
    value: (batch) => batch.createdByName,
    ...unsorted,
    flex: 0.6,
    minWidth: 124,
  },
  {
    key: 'cost',
    header: t`Cost`,
    value: (batch) => batch.cost,
    render: (batch) => showMoney(batch.cost),
    ...unsorted,
    numeric: true,
    money: true,
    flex: 0.4,
    minWidth: 80,
  },
]

function BatchProgress({ batch }: { batch: Batch }) {
  if (!isUnderWay(batch)) return <span className={styles.box}>{formatProgress(batch)}</span>
  return (
    <span className={styles.progressBox}>
      {formatProgress(batch)}
      <Progress aria-label={rowName(batch)} value={percentDone(batch)} />
    </span>
  )
}
