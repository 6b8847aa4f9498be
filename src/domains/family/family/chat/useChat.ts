import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf, request } from '#domains/onlinefees/family/home.exports.tsx'
import { FamilyChatDocument, MarkFamilyChatReadDocument } from './chat.graphql.ts'
import { type Chat, type Message, withChanges, withMessages, withOlder } from './loadedChat.ts'

/** Milliseconds between two looks for what is new, while the page is looked at. */
const everyMs = 8000

export interface Conversation {
  place: string
  studentId: string
  ofSection: boolean
}

interface Reactions {
  /** What was new has been read. */
  onRead: () => void
  /** The guardian is signed out, or has the child no more. */
  onGone: () => void
}

/**
 * Loads a conversation, looks for changes while the page is looked at, and marks it as read. Remount it for another.
 */
export function useChat({ place, studentId, ofSection }: Conversation, { onRead, onGone }: Reactions) {
  const [chat, setChat] = useState<Chat | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const loaded = useRef<Chat | null>(null)
  const readUpTo = useRef('0')

  const show = useCallback((next: Chat) => {
    loaded.current = next
    setChat(next)
  }, [])

  const read = useCallback(
    async (part: { before?: string; seen?: string }) =>
      (await request(FamilyChatDocument, { place, input: { studentId, ofSection, ...part } })).familyChat,
    [place, studentId, ofSection],
  )

  const markRead = useCallback(async () => {
    const messageId = loaded.current?.rows.at(-1)?.id ?? '0'
    if (document.hidden || Number(messageId) <= Number(readUpTo.current)) return
    await request(MarkFamilyChatReadDocument, { place, input: { studentId, ofSection, messageId } })
    readUpTo.current = messageId
    onRead()
  }, [place, studentId, ofSection, onRead])

  const refresh = useCallback(async () => {
    try {
      for (let more = true; more; ) {
        const before = loaded.current
        const answer = await read(before ? { seen: before.version } : {})
        // While the answer was under way, a message may have been sent.
        show(loaded.current ? withChanges(loaded.current, answer) : answer)
        more = before !== null && answer.more
      }
      setFailure(null)
      await markRead()
    } catch (error) {
      const failed = failureOf(error)
      setFailure(failed)
      if (failed.code === 'SIGNED_OUT' || failed.code === 'NOT_FOUND') onGone()
    }
  }, [read, show, markRead, onGone])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const look = async () => {
      clearTimeout(timer)
      if (!document.hidden) await refresh()
      clearTimeout(timer)
      if (!ended) timer = setTimeout(() => void look(), everyMs)
    }
    const onReturn = () => !document.hidden && void look()
    void look()
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('online', onReturn)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('online', onReturn)
    }
  }, [refresh])

  return {
    chat,
    /** Why the last request failed; null when it succeeded. */
    failure,
    refresh,
    loadOlder: async () => {
      const before = loaded.current?.rows[0]?.id
      if (before === undefined) return
      try {
        const older = await read({ before })
        if (loaded.current) show(withOlder(loaded.current, older))
      } catch (error) {
        setFailure(failureOf(error))
      }
    },
    /** Shows a message that was just sent. */
    put: (message: Message) => {
      readUpTo.current = message.id
      if (loaded.current) show({ ...loaded.current, rows: withMessages(loaded.current.rows, [message]) })
    },
  }
}
