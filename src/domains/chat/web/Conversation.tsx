import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import {
  ChatUnreadDocument,
  MarkChatReadDocument,
  type OpenChatThreadFragment,
  SetChatThreadClosedDocument,
} from './chat.graphql.ts'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import { useMessages } from './useMessages.ts'
import { WaitingMessages } from './WaitingMessages.tsx'
import styles from './Conversation.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ArrowBackIcon } from '#ui/kit/icons.ts'

// The list of conversations comes first.
const StudentHead = lazy(async () => ({ default: (await import('#domains/classes/web/studentHead.exports.tsx')).StudentHead }))

interface ConversationProps {
  threadId: string
  /** Unsent drafts by conversation. */
  drafts: Map<string, string>
  /** Opens the list; null when the list is shown beside the conversation. */
  onBack: (() => void) | null
}

/** Shows a conversation: its title, its messages and the form to write. */
export function Conversation({ threadId, drafts, onBack }: ConversationProps) {
  const messages = useMessages(threadId)
  const { thread, shown, error } = messages
  useMarkRead(thread, shown?.rows.at(-1)?.id)
  const send = thread?.viewerCan.send
  return (
    <section aria-label={t`Conversation`} className={styles.section}>
      <Head thread={thread} onBack={onBack} onChanged={messages.setThread} />
      {messages.failing && (
        <Text size="small" role="status" className={styles.hint}>
          <Trans>No connection. These are the messages loaded last.</Trans>
        </Text>
      )}
      {error !== null ? (
        <div className={styles.box}>
          <ErrorState error={error} onRetry={messages.retry} />
        </div>
      ) : !shown || !thread ? (
        <div className={styles.loading}>
          <LoadingState lines={5} />
        </div>
      ) : (
        <>
          <MessageList
            ofSection={thread.sectionId !== null}
            shown={shown}
            onOlder={messages.loadOlder}
            loadingOlder={messages.loadingOlder}
            onChanged={messages.put}
          />
          <WaitingMessages threadId={threadId} onSent={messages.retry} />
          {send?.allowed ? (
            <Composer threadId={threadId} drafts={drafts} onSent={messages.put} onRefused={messages.retry} />
          ) : (
            <Alert kind="info" className={styles.alert}>
              {send?.reason}
            </Alert>
          )}
        </>
      )}
    </section>
  )
}

/**
 * Marks the conversation as read up to the newest message on screen. After a failure the next poll, which renews
 * `thread`, retries.
 */
function useMarkRead(thread: OpenChatThreadFragment | null, newest: string | undefined): void {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const marked = useRef(0)
  useEffect(() => {
    if (!thread || newest === undefined || Number(newest) <= Math.max(Number(thread.lastReadId ?? 0), marked.current)) return
    const before = marked.current
    marked.current = Number(newest)
    sendCommand(
      MarkChatReadDocument,
      { schoolId, input: { threadId: thread.id, messageId: newest } },
      // The conversations and their messages are polled.
      { changesNothing: true },
    )
      .then(() => client.renew(ChatUnreadDocument))
      .catch(() => {
        marked.current = before
      })
  }, [client, sendCommand, schoolId, thread, newest])
}

interface HeadProps {
  thread: OpenChatThreadFragment | null
  onBack: (() => void) | null
  onChanged: (thread: OpenChatThreadFragment) => void
}

function Head({ thread, onBack, onChanged }: HeadProps) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const [asking, setAsking] = useState(false)
  const closed = thread?.closedAt !== null && thread?.closedAt !== undefined

  async function setClosed() {
    if (!thread) return
    const data = await sendCommand(SetChatThreadClosedDocument, { schoolId, input: { id: thread.id, closed: !closed } })
    onChanged(data.setChatThreadClosed)
  }

  return (
    <div className={styles.row}>
      {onBack && (
        <IconButton aria-label={t`Back to the conversations`} onClick={onBack}>
          <ArrowBackIcon />
        </IconButton>
      )}
      <Title thread={thread} isPage={onBack !== null} />
      {thread?.viewerCan.setClosed.allowed && (
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
          {closed ? t`Open again` : t`Close`}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={closed ? t`Open this conversation again?` : t`Close this conversation?`}
        confirmLabel={closed ? t`Open Again` : t`Close Conversation`}
        destructive={false}
        onConfirm={setClosed}
        onClose={() => setAsking(false)}
      >
        <Text>
          {closed
            ? t`Everybody who could write in it before can write again.`
            : t`Nobody can write in it until it is opened again. Its messages stay, and everybody who could read them still can.`}
        </Text>
      </ConfirmDialog>
    </div>
  )
}

/** The student, for staff; else the other side of the conversation. */
function Title({ thread, isPage }: { thread: OpenChatThreadFragment | null; isPage: boolean }) {
  const closedBy = thread?.closedAt ? t`Closed by ${thread.closedByName ?? ''}` : null
  const title = (
    <div className={styles.fill}>
      <Heading level={2} as={isPage ? 'h1' : 'h2'} className={styles.breakable}>
        {thread?.title ?? ' '}
      </Heading>
      <Text tone="quiet" size="small">
        {closedBy ?? thread?.detail}
      </Text>
    </div>
  )
  if (!thread?.student) return title
  return (
    <Suspense fallback={title}>
      <StudentHead head={thread.student} level={isPage ? 1 : 2} toPage>
        {closedBy && <span>{closedBy}</span>}
      </StudentHead>
    </Suspense>
  )
}
