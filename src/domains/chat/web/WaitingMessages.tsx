import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ClockIcon } from '#ui/kit/icons.ts'
import { Text } from '#ui/kit/Text.tsx'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { chatMessageKind, type QueuedMessage } from './outboxKinds.ts'
import styles from './WaitingMessages.module.css'

interface WaitingMessagesProps {
  threadId: string
  /** Called when a waiting message has gone, because it stands among the others now. */
  onSent: () => void
}

/** The viewer's messages that wait on this device for a connection, below those that the server has. */
export function WaitingMessages({ threadId, onSent }: WaitingMessagesProps) {
  const { schoolId } = useActiveSchool()
  const { waiting } = useOutbox()
  const messages = waiting.flatMap(({ kind, schoolId: school, key, input }) => {
    const message = input as QueuedMessage
    return kind === chatMessageKind.name && school === schoolId && message.threadId === threadId ? [{ key, message }] : []
  })
  const before = useRef(messages.length)
  useEffect(() => {
    if (messages.length < before.current) onSent()
    before.current = messages.length
  }, [messages.length, onSent])
  if (messages.length === 0) return null
  return (
    <ul aria-label={t`Messages that wait for a connection`} className={styles.list}>
      {messages.map(({ key, message }) => (
        <li key={key} className={styles.message}>
          <ClockIcon size={16} className={styles.icon} />
          <Text className={styles.text}>{message.text || message.fileName}</Text>
        </li>
      ))}
    </ul>
  )
}
