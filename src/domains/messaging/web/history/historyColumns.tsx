import Box from '@mui/material/Box'
import { showMoment } from '#shared/dates.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { MessageChip } from '../MessageChip.tsx'
import { channelLabels, kindLabels, namesWords, stateLabels } from '../messageWords.ts'
import type { MessageRowFragment } from './history.graphql.ts'

type Message = MessageRowFragment

const unsorted = { sortable: false, phone: 'none' } as const
const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** When it went out, or when it is to. */
export function timeOf(message: Pick<Message, 'sentAt' | 'dueAt'>): string {
  return showMoment(message.sentAt ?? message.dueAt)
}

/** On a phone the day alone. */
function At({ message }: { message: Message }) {
  const time = timeOf(message)
  return (
    <>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {time}
      </Box>
      <Box component="span" sx={{ display: { sm: 'none' } }}>
        {time.slice(0, 6)}
      </Box>
    </>
  )
}

/** Two lines on a wide screen, where both fit a row. */
function To({ message: { studentNames, phone } }: { message: Message }) {
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1.3 }}>
      <Box sx={ellipsis}>{namesWords(studentNames)}</Box>
      <Box sx={{ ...ellipsis, display: { xs: 'none', sm: 'block' }, fontSize: 13, color: 'text.secondary' }}>{phone}</Box>
    </Box>
  )
}

/** The server lists the newest first. */
export const historyColumns: readonly Column<Message>[] = [
  {
    key: 'at',
    header: 'When',
    value: timeOf,
    render: (message) => <At message={message} />,
    flex: 1,
    minWidth: 166,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'to',
    header: 'To the family of',
    value: (message) => [namesWords(message.studentNames), message.phone].filter(Boolean).join(', '),
    render: (message) => <To message={message} />,
    flex: 1.5,
    minWidth: 160,
    sortable: false,
    phone: 'title',
  },
  {
    key: 'kind',
    header: 'About',
    value: (message) => message.templateName || kindLabels[message.kind],
    ...unsorted,
    flex: 0.9,
    minWidth: 130,
    phone: 'line',
  },
  { key: 'channel', header: 'By', value: (message) => channelLabels[message.channel], ...unsorted, flex: 0.6, minWidth: 96 },
  {
    key: 'state',
    header: 'State',
    value: (message) => stateLabels[message.state],
    render: (message) => <MessageChip state={message.state} />,
    flex: 0.7,
    minWidth: 112,
    sortable: false,
    phone: 'line',
  },
  { key: 'text', header: 'Text', value: (message) => message.text, ...unsorted, flex: 2.2, minWidth: 180 },
  {
    key: 'failure',
    header: 'Why not',
    value: (message) => message.failure ?? '',
    ...unsorted,
    flex: 1.2,
    minWidth: 160,
    hidden: true,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    value: (message) => message.attempts,
    ...unsorted,
    numeric: true,
    minWidth: 96,
    hidden: true,
  },
]
