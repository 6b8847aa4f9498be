import { t } from '@lingui/core/macro'
import { useCallback, useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Conversation } from './Conversation.tsx'
import { NewConversation } from './NewConversation.tsx'
import { ThreadList } from './ThreadList.tsx'
import styles from './ChatScreen.module.css'
import { useDesk } from '#ui/kit/useMedia.ts'

/** /chat: the list of conversations and the open one beside it, or in its place on a phone. */
export default function ChatScreen() {
  const [search, setSearch] = useSearchParams()
  const wide = useDesk()
  const threadId = search.get('thread')
  const known = /^\d{1,15}$/.test(threadId ?? '') ? threadId : null
  // Unsent drafts, kept while another conversation is open.
  const [drafts] = useState(() => new Map<string, string>())
  const open = useCallback(
    (id: string | null) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (id === null) next.delete('thread')
          else next.set('thread', id)
          return next
        },
        // On a phone, the back button leads from a conversation to the list.
        { replace: wide },
      ),
    [setSearch, wide],
  )
  const conversation = known !== null && (
    <Conversation key={known} threadId={known} drafts={drafts} onBack={wide ? null : () => open(null)} />
  )

  if (!wide && conversation) return <div className={styles.row}>{conversation}</div>
  const list = <ThreadList openId={known} onOpen={open} />
  return (
    <PageLayout title={t`Chat`} action={<NewConversation onOpen={open} />}>
      {wide ? (
        <div className={styles.panes}>
          <div className={styles.conversations}>{list}</div>
          <div className={styles.conversation}>
            {conversation || (
              <div className={styles.spaced}>
                <EmptyState text={t`No conversation is open`} hint={t`Choose one from the list, or start a new one.`} />
              </div>
            )}
          </div>
        </div>
      ) : (
        list
      )}
    </PageLayout>
  )
}
