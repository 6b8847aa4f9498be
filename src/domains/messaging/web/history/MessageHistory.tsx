import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { MessageChannel, MessageKind, MessageState } from '#ui/generated/schema.types.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { type TableControl, useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { messageStates } from '../../messaging.rules.ts'
import { registeredKinds } from '../../messaging.rules.ts'
import { channelLabels, kindLabels, formatNames, stateLabels } from '../messageLabels.ts'
import { type MessageRowFragment, MessagesDocument, type MessagesQuery, type MessagesQueryVariables } from './history.graphql.ts'
import { historyColumns, timeOf } from './historyColumns.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { useMessageActions } from './useMessageActions.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Chip, ChipButton } from '#ui/kit/Chip.tsx'

type Message = MessageRowFragment
type View = MessagesQueryVariables['input']

const everyMs = 10_000

function asKey<Key extends string>(labels: Readonly<Record<Key, string>>, value: string | undefined): Key | undefined {
  return (Object.keys(labels) as Key[]).find((key) => key === value)
}

function toInput({ search, page, pageSize, filters }: TableQuery): View {
  const [kind, state, channel] = [
    asKey<MessageKind>(kindLabels, filters.kind),
    asKey<MessageState>(stateLabels, filters.state),
    asKey<MessageChannel>(channelLabels, filters.channel),
  ]
  const batchId = /^\d{1,15}$/.test(filters.batch ?? '') ? filters.batch : undefined
  return {
    search,
    page,
    pageSize,
    ...parseDays(filters),
    ...(batchId ? { batchId } : {}),
    ...(kind ? { kind } : {}),
    ...(state ? { state } : {}),
    ...(channel ? { channel } : {}),
  }
}

/** The tab History: every message with its state, newest first. The server pages and searches. */
export default function MessageHistory() {
  const control = useTableQuery()
  const { data, tableProps, poll } = usePagedTable({
    document: MessagesDocument,
    control,
    toInput,
    pageOf,
    rowId,
  })
  usePoll(everyMs, poll)
  const [opened, setOpened] = useState<Message | null>(null)
  const actions = useMessageActions()

  return (
    <Stack gap={4}>
      <DayRange control={control} every={t`All days`} />
      {control.query.filters.batch && (
        <div>
          <Chip
            label={t`One batch only`}
            onRemove={() => {
              const { batch: _, ...others } = control.query.filters
              control.change({ filters: others })
            }}
          />
        </div>
      )}
      {data && <States counts={data.messages.counts} control={control} />}
      <DataTable
        title={t`MESSAGES`}
        fileName="messages"
        columns={historyColumns}
        filters={filters}
        {...tableProps}
        rowName={rowName}
        actions={actions}
        onOpen={setOpened}
        searchLabel={t`Name or phone`}
        empty={{
          text: t`No messages yet`,
          hint: t`Every message to a family is listed here with its delivery: absences, fee reminders and messages sent by hand.`,
        }}
      />
      {opened && <MessageDialog message={opened} onClose={() => setOpened(null)} />}
    </Stack>
  )
}

/** Shows the number of messages in each state as filters; pressing the selected one clears it. */
function States({ counts, control }: { counts: MessagesQuery['messages']['counts']; control: TableControl }) {
  const chosen = control.query.filters.state
  const some = messageStates
    .map((state) => ({ state, count: counts.find((stateCount) => stateCount.state === state)?.count ?? 0 }))
    .filter(({ state, count }) => count > 0 || state === chosen)
  if (some.length === 0) return null
  return (
    <Row role="group" aria-label={t`States`} gap={2} wrap>
      {some.map(({ state, count }) => (
        <ChipButton
          key={state}
          label={
            <>
              {stateLabels[state]} · <b>{showCount(count)}</b>
            </>
          }
          pressed={state === chosen}
          onClick={() => {
            const { state: _, ...others } = control.query.filters
            control.change({ filters: state === chosen ? others : { ...others, state } })
          }}
        />
      ))}
    </Row>
  )
}

/** Without the counts per state: they change while messages are sent, and would restart an export. */
const pageOf = ({ messages: { rows, total } }: MessagesQuery) => ({ rows, total })
const rowId = (message: Message) => message.id
const rowName = (message: Message) => t`${kindLabels[message.kind]} to ${formatNames(message.studentNames)}, ${timeOf(message)}`
const options = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
const filters = [
  { key: 'kind', label: t`About`, options: registeredKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })) },
  { key: 'channel', label: t({ message: 'By', context: 'a channel' }), options: options(channelLabels) },
  { key: 'state', label: t`State`, options: options(stateLabels) },
] as const
