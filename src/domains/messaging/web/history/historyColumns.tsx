import { t } from '@lingui/core/macro'
import { showMoment } from '#shared/dates.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { MessageChip } from '../MessageChip.tsx'
import { channelLabels, kindLabels, formatNames, shortDay, stateLabels } from '../messageLabels.ts'
import type { MessageRowFragment } from './history.graphql.ts'
import styles from './historyColumns.module.css'

type Message = MessageRowFragment

const unsorted = { sortable: false, phone: 'none' } as const
/** Formats when a message was sent or is due. */
export function timeOf(message: Pick<Message, 'sentAt' | 'dueAt'>): string {
  return showMoment(message.sentAt ?? message.dueAt)
}

/** Shows the time; on a phone only the day. */
function At({ message }: { message: Message }) {
  const time = timeOf(message)
  return (
    <>
      <span className={styles.deskOnly}>{time}</span>
      <span className={styles.phoneOnly}>{shortDay(message.sentAt ?? message.dueAt)}</span>
    </>
  )
}

/** Shows the students and, on a wide screen, the phone below them. */
function To({ message: { studentNames, phone } }: { message: Message }) {
  return (
    <div className={styles.box}>
      <div className={styles.clipped}>{formatNames(studentNames)}</div>
      <div className={styles.below}>{phone}</div>
    </div>
  )
}

/** Columns of the message history. None is sortable, because the server returns the newest first. */
export const historyColumns: readonly Column<Message>[] = [
  {
    key: 'at',
    header: t`When`,
    value: timeOf,
    render: (message) => <At message={message} />,
    flex: 1,
    minWidth: 166,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'to',
    header: t`To the family of`,
    value: (message) => [formatNames(message.studentNames), message.phone].filter(Boolean).join(', '),
    render: (message) => <To message={message} />,
    flex: 1.5,
    minWidth: 160,
    sortable: false,
    phone: 'title',
  },
  {
    key: 'kind',
    header: t`About`,
    value: (message) => message.templateName || kindLabels[message.kind],
    ...unsorted,
    flex: 0.9,
    minWidth: 130,
    phone: 'line',
  },
  {
    key: 'channel',
    header: t({ message: 'By', context: 'a channel' }),
    value: (message) => channelLabels[message.channel],
    ...unsorted,
    flex: 0.6,
    minWidth: 96,
  },
  {
    key: 'state',
    header: t`State`,
    value: (message) => stateLabels[message.state],
    render: (message) => <MessageChip state={message.state} />,
    flex: 0.7,
    minWidth: 112,
    sortable: false,
    phone: 'line',
  },
  { key: 'text', header: t`Text`, value: (message) => message.text, ...unsorted, flex: 2.2, minWidth: 180 },
  {
    key: 'failure',
    header: t`Reason`,
    value: (message) => message.failure ?? '',
    ...unsorted,
    flex: 1.2,
    minWidth: 160,
    hidden: true,
  },
  {
    key: 'attempts',
    header: t`Attempts`,
    value: (message) => message.attempts,
    ...unsorted,
    numeric: true,
    minWidth: 96,
    hidden: true,
  },
]
