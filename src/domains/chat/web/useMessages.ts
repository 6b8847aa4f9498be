import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { sayError } from '#ui/snackbars.tsx'
import { failureOf, genericText, mayPass } from '#ui/problems.ts'
import { ChatMessagesDocument, type ChatThreadRowFragment } from './chat.graphql.ts'
import { everyMs } from './everyMs.ts'
import { type Message, merged, type Shown, withChanges } from './messages.ts'

/** One conversation as it goes on: its newest messages, the older ones on demand, and what changes. Mount it anew for another one. */
export function useMessages(threadId: string) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [thread, setThread] = useState<ChatThreadRowFragment | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [loadingOlder, setLoadingOlder] = useState(false)
  const latest = useRef<Shown | null>(null)
  useEffect(() => {
    latest.current = shown
  })

  const ask = useCallback(
    async (view: { before?: string; seen?: string }, signal?: AbortSignal) => {
      const { data } = await client.query({
        query: ChatMessagesDocument,
        variables: { schoolId, thread: { id: threadId }, input: { threadId, ...view } },
        fetchPolicy: 'network-only',
        ...(signal ? { context: { fetchOptions: { signal } } } : {}),
      })
      if (!data) throw new TypeError('No answer came.')
      return data
    },
    [client, schoolId, threadId],
  )

  const gone = error !== null && !mayPass(failureOf(error))
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        for (let more = true; more; ) {
          const known = latest.current
          const answer = await ask(known ? { seen: known.version } : {}, signal)
          const { rows, version, reads } = answer.chatMessages
          const next = known ? withChanges(latest.current ?? known, rows, version, reads) : { ...answer.chatMessages }
          latest.current = next
          setShown(next)
          setThread(answer.chatThread)
          setError(null)
          more = known !== null && answer.chatMessages.more
        }
      } catch (problem) {
        // What is shown stays; only a refusal, such as of one who has moved, ends it.
        if (!signal?.aborted && (latest.current === null || !mayPass(failureOf(problem)))) setError(problem)
        throw problem
      }
    },
    [ask],
  )
  const failing = usePoll(everyMs, refresh, { on: !gone })

  async function loadOlder() {
    const first = shown?.rows[0]
    if (!first || loadingOlder) return
    setLoadingOlder(true)
    try {
      const { rows, more } = (await ask({ before: first.id })).chatMessages
      setShown((before) => before && { ...before, rows: merged(before.rows, rows), more })
    } catch (problem) {
      sayError(genericText(failureOf(problem)))
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
    retry: () => void refresh().catch(() => undefined),
    loadOlder,
    loadingOlder,
    /** Shows a message that was just written or removed before it is asked for. */
    put: useCallback((message: Message) => {
      setShown((before) => before && { ...before, rows: merged(before.rows, [message]) })
    }, []),
  }
}
