import { useApolloClient, useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { showMoment } from '../../../../shared/dates.ts'
import { showMoney } from '../../../../shared/money.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { answered } from '../../../../ui/DataTable/allPages.ts'
import type { Column } from '../../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../../ui/DataTable/DataTable.tsx'
import { useTableQuery } from '../../../../ui/DataTable/useTableQuery.ts'
import { usePoll } from '../../../../ui/polling/usePoll.ts'
import { kindLabels } from '../messageWords.ts'
import { goneWords, isUnderWay, share } from './batchWords.ts'
import { type BatchRowFragment, MessageBatchesDocument } from './send.graphql.ts'
import { audienceLabels, audiences } from './sendForm.ts'

type Batch = BatchRowFragment

const everyMs = 2000

/** What was queued by hand, newest first, with how far it is; it goes on when nobody looks. */
export function Batches() {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const navigate = useNavigate()
  const control = useTableQuery(defaults)
  const variables = { schoolId, input: { page: control.query.page } }
  const { data, previousData, error, loading, refetch } = useQuery(MessageBatchesDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  })
  const shown = (data ?? previousData)?.messageBatches
  usePoll(
    everyMs,
    (signal) =>
      client.query({
        query: MessageBatchesDocument,
        variables,
        fetchPolicy: 'network-only',
        context: { fetchOptions: { signal } },
      }),
    { on: shown?.rows.some(isUnderWay) ?? false },
  )
  const all = useCallback(async () => {
    const rows: Batch[] = []
    for (let page = 0; ; page += 1) {
      const { data: part } = await client.query({
        query: MessageBatchesDocument,
        variables: { schoolId, input: { page } },
        fetchPolicy: 'no-cache',
      })
      const { rows: next, total } = answered(part).messageBatches
      rows.push(...next)
      if (next.length === 0 || rows.length >= total) return rows
    }
  }, [client, schoolId])
  return (
    <DataTable
      title="QUEUED BEFORE"
      fileName="message-batches"
      columns={columns}
      rows={shown?.rows}
      error={shown ? undefined : error}
      onRetry={() => void refetch()}
      control={control}
      server={{ total: shown?.total ?? 0, all, loading: loading && !data }}
      rowId={rowId}
      rowName={rowName}
      onOpen={(batch) => void navigate(`/messages?tab=history&f.batch=${batch.id}`)}
      empty={{ text: 'Nothing was queued by hand yet', hint: 'What you queue above is listed here with how far it is.' }}
    />
  )
}

const defaults = { name: 'batches' }
const rowId = (batch: Batch) => batch.id
const rowName = (batch: Batch) => `${titleOf(batch)}, ${showMoment(batch.createdAt)}`
const unsorted = { sortable: false, phone: 'none' } as const

function titleOf({ kind, templateName }: Batch): string {
  return templateName || kindLabels[kind]
}

function audienceOf({ audience }: Batch): string {
  const known = audiences.find((one) => one === String(audience))
  return known ? audienceLabels[known] : ''
}

const columns: readonly Column<Batch>[] = [
  { key: 'what', header: 'What', value: titleOf, flex: 1.2, minWidth: 140, sortable: false, phone: 'title' },
  { key: 'audience', header: 'To', value: audienceOf, ...unsorted, minWidth: 130 },
  {
    key: 'progress',
    header: 'How far',
    value: goneWords,
    render: (batch) => <Progress batch={batch} />,
    ...{ flex: 1.8, minWidth: 200, sortable: false, phone: 'line' },
  },
  {
    key: 'at',
    header: 'Queued',
    value: (batch) => showMoment(batch.createdAt),
    ...{ flex: 1, minWidth: 166, sortable: false, phone: 'line' },
  },
  { key: 'by', header: 'By', value: (batch) => batch.createdByName, ...unsorted, minWidth: 120 },
  {
    key: 'cost',
    header: 'Cost at most',
    value: (batch) => batch.cost,
    render: (batch) => showMoney(batch.cost),
    ...{ ...unsorted, numeric: true, money: true, flex: 0.7, minWidth: 116 },
  },
]

function Progress({ batch }: { batch: Batch }) {
  if (!isUnderWay(batch)) return goneWords(batch)
  return (
    <Box component="span" sx={{ display: 'inline-block', width: '100%', maxWidth: 260 }}>
      {goneWords(batch)}
      <LinearProgress aria-label={rowName(batch)} variant="determinate" value={share(batch)} />
    </Box>
  )
}
