import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { tableFromCells } from '#shared/sheet.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { historyColumns, timeOf } from '../history/historyColumns.tsx'
import type { MessageRowFragment } from '../history/history.graphql.ts'
import { MessageChip } from '../MessageChip.tsx'
import { channelLabels, kindLabels } from '../messageLabels.ts'
import styles from './StudentMessages.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { later } from '#ui/kit/later.tsx'

const MessageDialog = later(async () => ({ default: (await import('../history/MessageDialog.tsx')).MessageDialog }))

type Message = MessageRowFragment

/** Number of messages shown before "Show all". */
const initialCount = 4

/** Lists the messages to a student's family with their state, newest first. */
export function StudentMessages({ studentId, messages }: { studentId: string; messages: readonly Message[] }) {
  const titleId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const [opened, setOpened] = useState<Message | null>(null)
  const shown = showsAll ? messages : messages.slice(0, initialCount)
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <div className={styles.row}>
        <Heading level={2} id={titleId} className={styles.fill}>
          <Trans>Messages</Trans>
        </Heading>
        {messages.length > 0 && (
          <ExportButton
            size="small"
            fileName={`messages-of-student-${studentId}`}
            choices={[{ label: t`All messages`, tables: () => [tableOf(messages)] }]}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <Text className={styles.hint}>
          <Trans>No messages to this family yet.</Trans>
        </Text>
      ) : (
        <ul aria-labelledby={titleId} className={styles.list}>
          {shown.map((message) => (
            <Line key={message.id} message={message} onOpen={() => setOpened(message)} />
          ))}
        </ul>
      )}
      {messages.length > initialCount && (
        <div className={styles.more}>
          <Button variant="quiet" size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t`Show the newest` : t`Show all ${messages.length}`}
          </Button>
        </div>
      )}
      {opened && <MessageDialog message={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

function Line({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { kind, channel, text, state } = message
  return (
    <li className={styles.item}>
      <Pressable onClick={onOpen} className={styles.button}>
        <div className={styles.lineFill}>
          <div className={styles.clipped}>{text}</div>
          <div className={styles.lineHint}>{[kindLabels[kind], channelLabels[channel], timeOf(message)].join(' · ')}</div>
        </div>
        <MessageChip state={state} />
      </Pressable>
    </li>
  )
}

function tableOf(messages: readonly Message[]) {
  const columns = historyColumns.filter(({ key }) => key !== 'to')
  return tableFromCells(t`Messages`, [
    columns.map(({ header }) => header),
    ...messages.map((message) => columns.map(({ value }) => value(message))),
  ])
}
