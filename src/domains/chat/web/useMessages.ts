import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { showError } from '#ui/snackbars.ts'
import { failureOf, genericMessage, isRetryable } from '#ui/problems.ts'
import { ChatMessagesDocument, type OpenChatThreadFragment } from './chat.graphql.ts'
import { pollIntervalMs } from './pollIntervalMs.ts'
import { type Message, mergeMessages, type LoadedMessages, applyChanges } from './messages.ts'

/** Loads a conversation and polls its changes; loads older messages on demand. Remount it for another conversation. */
export function useMessages(threadId: string) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const [thread, setThread] = useState<OpenChatThreadFragment | null>(null)
  const [shown, setShown] = useState<LoadedMessages | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [loadingOlder, setLoadingOlder] = useState(false)
  const latest = useRef<LoadedMessages | null>(null)
  useEffect(() => {
    latest.current = shown
  })

  const fetchMessages = useCallback(
    (view: { before?: string; seen?: string }, signal?: AbortSignal) => {
      const variables = { schoolId, thread: { id: threadId }, input: { threadId, ...view } }
      return client.request(ChatMessagesDocument, variables, { signal })
    },
    [client, schoolId, threadId],
  )

  const isRefused = error !== null && !isRetryable(failureOf(error))
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        for (let more = true; more; ) {
          const loaded = latest.current
          const answer = await fetchMessages(loaded ? { seen: loaded.version } : {}, signal)
          const { rows, version, reads } = answer.chatMessages
          const next = loaded ? applyChanges(latest.current ?? loaded, rows, version, reads) : { ...answer.chatMessages }
          latest.current = next
          setShown(next)
          setThread(answer.chatThread)
          setError(null)
          more = loaded !== null && answer.chatMessages.more
        }
      } catch (problem) {
        // The loaded messages stay on a network error. Only a refusal, as after a student moved, shows the error.
        if (!signal?.aborted && (latest.current === null || !isRetryable(failureOf(problem)))) setError(problem)
        throw problem
      }
    },
    [fetchMessages],
  )
  const failing = usePoll(pollIntervalMs, refresh, { on: !isRefused })

  async function loadOlder() {
    const first = shown?.rows[0]
    if (!first || loadingOlder) return
    setLoadingOlder(true)
    try {
      const { rows, more } = (await fetchMessages({ before: first.id })).chatMessages
      setShown((before) => before && { ...before, rows: mergeMessages(before.rows, rows), more })
    } catch (problem) {
      showError(genericMessage(failureOf(problem)))
    } finally {
      setLoadingOlder(false)
    }
  }

  return {
    thread,
    setThread,
    shown,
    error,
    failing: failing && shown !== null,
    retry: useCallback(() => void refresh().catch(() => undefined), [refresh]),
    loadOlder,
    loadingOlder,
    /** Shows a just written or removed message before the next poll. */
    put: useCallback((message: Message) => {
      setShown((before) => before && { ...before, rows: mergeMessages(before.rows, [message]) })
    }, []),
  }
}
