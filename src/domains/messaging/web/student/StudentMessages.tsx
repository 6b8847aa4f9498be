import { useQuery } from '#ui/data/useQuery.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { tableFromCells } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { historyColumns, timeOf } from '../history/historyColumns.tsx'
import { MessagesOfStudentDocument, type MessageRowFragment } from '../history/history.graphql.ts'
import { MessageDialog } from '../history/MessageDialog.tsx'
import { MessageChip } from '../MessageChip.tsx'
import { channelLabels, kindLabels } from '../messageLabels.ts'

type Message = MessageRowFragment

/** Number of messages shown before "Show all". */
const initialCount = 4

/** Lists the messages to a student's family with their state, newest first. */
export function StudentMessages({ studentId }: { studentId: string }) {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const { data, error, refetch } = useQuery(MessagesOfStudentDocument, {
    variables: { schoolId, input: { studentId } },
  })
  const [showsAll, setShowsAll] = useState(false)
  const [opened, setOpened] = useState<Message | null>(null)
  const messages = data?.messagesOfStudent
  const shown = showsAll ? messages : messages?.slice(0, initialCount)
  return (
    <Paper variant="outlined" component="section" aria-labelledby={titleId} sx={{ overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.5 }}>
        <Typography variant="h2" id={titleId} sx={{ flex: 1 }}>
          Messages
        </Typography>
        {messages && messages.length > 0 && (
          <ExportButton
            size="small"
            fileName={`messages-of-student-${studentId}`}
            choices={[{ label: 'All messages', tables: () => [tableOf(messages)] }]}
          />
        )}
      </Box>
      {!shown ? (
        <Box sx={{ px: 2, pb: 2 }}>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={2} />}
        </Box>
      ) : shown.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', px: 2, pb: 2 }}>No messages to this family yet.</Typography>
      ) : (
        <Box component="ul" aria-labelledby={titleId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((message) => (
            <Line key={message.id} message={message} onOpen={() => setOpened(message)} />
          ))}
        </Box>
      )}
      {messages && messages.length > initialCount && (
        <Box sx={{ px: 1, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show the newest' : `Show all ${messages.length}`}
          </Button>
        </Box>
      )}
      {opened && <MessageDialog message={opened} onClose={() => setOpened(null)} />}
    </Paper>
  )
}

function Line({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { kind, channel, text, state } = message
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        onClick={onOpen}
        sx={{
          display: 'flex',
          width: '100%',
          alignItems: 'center',
          gap: 2,
          px: 2,
          py: 1,
          textAlign: 'left',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { bgcolor: 'action.focus' },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontSize: 15 }}>{text}</Box>
          <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
            {[kindLabels[kind], channelLabels[channel], timeOf(message)].join(' · ')}
          </Box>
        </Box>
        <MessageChip state={state} />
      </ButtonBase>
    </Box>
  )
}

function tableOf(messages: readonly Message[]) {
  const columns = historyColumns.filter(({ key }) => key !== 'to')
  return tableFromCells('Messages', [
    columns.map(({ header }) => header),
    ...messages.map((message) => columns.map(({ value }) => value(message))),
  ])
}
