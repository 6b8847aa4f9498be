import Alert, { type AlertColor } from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { actionLabel } from '#ui/DataTable/columns.ts'
import { MessageChip } from '../MessageChip.tsx'
import { MessageText } from '../MessageText.tsx'
import { channelLabels, formatChannels, kindLabels, formatNames, stateLabels, stateMeanings } from '../messageLabels.ts'
import { type MessageRowFragment } from './history.graphql.ts'
import { useMessageActions } from './useMessageActions.ts'

type Message = MessageRowFragment

const severities: Readonly<Record<Message['state'], AlertColor>> = {
  QUEUED: 'info',
  SENDING: 'info',
  SENT: 'info',
  DELIVERED: 'success',
  READ: 'success',
  FAILED: 'error',
  UNKNOWN: 'warning',
  CANCELLED: 'info',
}

/** Shows a message with its text, its state and its history. */
export function MessageDialog({ message: opened, onClose }: { message: Message; onClose: () => void }) {
  const titleId = useId()
  // The message after an action, also when it has left the list it was opened from.
  const [message, setMessage] = useState(opened)
  const actions = useMessageActions(setMessage)
  const { kind, templateName, state, failure, studentNames, phone, email, channels, dueAt, sentAt, attempts, text } = message
  const facts: readonly (readonly [string, string])[] = [
    ['Phone', phone],
    ['E-mail', email],
    ['Channels', formatChannels(channels)],
    ['Due', showMoment(dueAt)],
    ['Sent', showMoment(sentAt)],
    ['Attempts', attempts > 0 ? String(attempts) : ''],
  ]
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        {templateName || kindLabels[kind]} · {formatNames(studentNames)}
        <MessageChip state={state} />
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2.5 }}>
        <Box role="status" sx={{ flexShrink: 0 }}>
          <Alert severity={severities[state]}>{[stateMeanings[state], failure].filter(Boolean).join(' ')}</Alert>
        </Box>
        <MessageText label="Text of the message">{text}</MessageText>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5, m: 0, fontSize: 14 }}
        >
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <Box key={name} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {name}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  {value}
                </Box>
              </Box>
            ))}
        </Box>
        <Events events={message.events} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
        {actions
          .filter((action) => !action.hidden?.(message) && (action.refusalReason?.(message) ?? null) === null)
          .map((action) => (
            <Button
              key={actionLabel(action, message)}
              variant="contained"
              startIcon={<action.icon />}
              onClick={() => action.onClick(message)}
            >
              {actionLabel(action, message)}
            </Button>
          ))}
      </DialogActions>
    </Dialog>
  )
}

const dot = { content: '""', position: 'absolute', left: 4, top: 6, width: 9, height: 9, borderRadius: '50%' } as const
const line = { content: '""', position: 'absolute', left: 8, top: 18, bottom: -3, width: '1px' } as const

/** Lists the steps of a message's history, oldest first. */
function Events({ events }: { events: Message['events'] }) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="h3" id={titleId} sx={{ mb: 0.5 }}>
        What happened
      </Typography>
      <Box component="ol" aria-labelledby={titleId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {events.map((event, place) => (
          <Box
            component="li"
            key={place}
            sx={{
              position: 'relative',
              pl: 3,
              '&:not(:last-of-type)': { pb: 2 },
              '&::before': { ...dot, bgcolor: 'primary.main' },
              '&:not(:last-of-type)::after': { ...line, bgcolor: 'divider' },
            }}
          >
            <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
              {[showMoment(event.at), event.channel && channelLabels[event.channel]].filter(Boolean).join(' · ')}
            </Box>
            <Box sx={{ fontSize: 15, overflowWrap: 'anywhere' }}>
              {[stateLabels[event.state], event.detail].filter(Boolean).join(': ')}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
