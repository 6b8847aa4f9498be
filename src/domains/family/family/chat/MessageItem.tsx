import { t } from '@lingui/core/macro'
import { type MouseEvent, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { failureOf, request } from '#domains/onlinefees/family/home.exports.tsx'
import { FamilyChatAttachmentDocument } from './chat.graphql.ts'
import type { Message } from './loadedChat.ts'
import type { Conversation } from './useChat.ts'

interface Props {
  message: Message
  conversation: Conversation
  /** Somebody of the school has read it. */
  isRead: boolean
}

/** A message with its writer, its time, and its attachment. */
export function MessageItem({ message, conversation, isRead }: Props) {
  const { ofFamily, mine, authorName, at, text, attachment, removed } = message
  const state = !mine || removed ? null : isRead ? t`Read` : t`Sent`
  return (
    <li className={ofFamily ? 'ours' : undefined}>
      <span className="quiet">{mine ? t`You` : authorName}</span>
      {removed ? <p className="quiet">{t`The school has removed this message.`}</p> : text !== '' && <p>{text}</p>}
      {attachment && <Attachment attachment={attachment} messageId={message.id} conversation={conversation} />}
      <span className="quiet">{[showMoment(at), state].filter(Boolean).join(' · ')}</span>
    </li>
  )
}

/** The server's addresses of files are valid for 15 minutes. */
const freshMs = 14 * 60_000

function Attachment({
  attachment: { name, size, url },
  messageId,
  conversation: { place, studentId },
}: {
  attachment: NonNullable<Message['attachment']>
  messageId: string
  conversation: Conversation
}) {
  const [until] = useState(() => Date.now() + freshMs)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (event: MouseEvent) => {
    if (Date.now() < until) return
    event.preventDefault()
    try {
      const input = { studentId, messageId }
      const { familyChatAttachment } = await request(FamilyChatAttachmentDocument, { place, input })
      location.assign(familyChatAttachment)
    } catch (error) {
      setProblem(failureOf(error).message)
    }
  }
  return (
    <p>
      <a href={url} target="_blank" rel="noreferrer" onClick={(event) => void open(event)}>
        {name}
      </a>{' '}
      <span className="quiet">{t`${Math.max(1, Math.round(size / 1000))} KB`}</span>
      {problem !== null && (
        <span className="problem" role="alert">
          {' '}
          {problem}
        </span>
      )}
    </p>
  )
}
