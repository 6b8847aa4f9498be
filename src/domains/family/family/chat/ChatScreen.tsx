import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { FailurePage, Frame, useLink, useTitle, Waiting } from '#domains/onlinefees/family/home.exports.tsx'
import { familyChatPath } from '#shared/familyPaths.ts'
import { childPath } from '../address.ts'
import type { Child } from '../home.ts'
import type { HomeState } from '../useHome.ts'
import './chat.css'
import { Composer } from './Composer.tsx'
import { MessageItem } from './MessageItem.tsx'
import { useChat } from './useChat.ts'

interface Props {
  child: Child
  ofSection: boolean
  reload: HomeState['reload']
}

/** A child's conversation with the school, or what the school writes to all families of the section. */
export function ChatScreen({ child, ofSection, reload }: Props) {
  const link = useLink()
  const { fees, facts, school } = child
  const { place } = school
  const title = ofSection ? t`To all families of ${fees.sectionName}` : t`Chat with the school`
  useTitle(title)
  // The home page says what is new, and is asked again when that was read.
  const isNew = ofSection ? facts.chat?.unreadOfSection : facts.chat?.unread
  const onRead = useCallback(() => {
    if (isNew) void reload()
  }, [isNew, reload])
  const conversation = { place, studentId: fees.id, ofSection }
  const onGone = useCallback(() => void reload(), [reload])
  const { chat, failure, refresh, loadOlder, put } = useChat(conversation, { onRead, onGone })
  return (
    <Frame school={school.family.school}>
      <nav>
        <a className="back" {...link(childPath(place, fees.id))}>
          <span aria-hidden="true">‹ </span>
          {fees.name}
        </a>
      </nav>
      <h1>{title}</h1>
      {(facts.chat?.hasSectionMessages || ofSection) && (
        <nav className="chat-tabs" aria-label={t`Conversations`}>
          <a aria-current={ofSection ? undefined : 'page'} {...link(familyChatPath(place, fees.id, false))}>
            <Trans>Chat</Trans>
            {facts.chat?.unread && ofSection && <New />}
          </a>
          <a aria-current={ofSection ? 'page' : undefined} {...link(familyChatPath(place, fees.id, true))}>
            <Trans>All families</Trans>
            {facts.chat?.unreadOfSection && !ofSection && <New />}
          </a>
        </nav>
      )}
      {failure !== null && chat !== null && (
        <p className="note" role="status">
          {failure.message}
        </p>
      )}
      {chat === null ? (
        failure === null ? (
          <Waiting />
        ) : (
          <FailurePage failure={failure} onRetry={() => void refresh()} />
        )
      ) : (
        <>
          <Messages chat={chat} conversation={conversation} onOlder={loadOlder} />
          {chat.whyNotWrite === null ? (
            <Composer conversation={conversation} onSent={put} onRefused={() => void refresh()} />
          ) : (
            <p className="note">{chat.whyNotWrite}</p>
          )}
        </>
      )}
    </Frame>
  )
}

function New() {
  return (
    <span className="new">
      {' '}
      <Trans>New</Trans>
    </span>
  )
}

function Messages({
  chat: { rows, more, readUpTo },
  conversation,
  onOlder,
}: {
  chat: NonNullable<ReturnType<typeof useChat>['chat']>
  conversation: { place: string; studentId: string; ofSection: boolean }
  onOlder: () => Promise<void>
}) {
  const [loading, setLoading] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const newest = rows.at(-1)?.id
  // Shows the newest message, also when one has come meanwhile.
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  const older = async () => {
    setLoading(true)
    await onOlder()
    setLoading(false)
  }
  return (
    <div role="log" aria-label={t`Messages`}>
      {more && (
        <button type="button" className="secondary" disabled={loading} onClick={() => void older()}>
          <Trans>Older messages</Trans>
        </button>
      )}
      {rows.length === 0 && (
        <p className="quiet">
          {conversation.ofSection ? t`Nothing was written yet.` : t`Write to the teachers. They and the office read it.`}
        </p>
      )}
      <ol className="chat">
        {rows.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            conversation={conversation}
            isRead={Number(readUpTo) >= Number(message.id)}
          />
        ))}
      </ol>
      <div ref={end} className="chat-end" />
    </div>
  )
}
