import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { ChatThreadsDocument, type ChatThreadRowFragment, type ChatThreadsQueryVariables } from './chat.graphql.ts'
import { pollIntervalMs } from './pollIntervalMs.ts'

type View = Omit<ChatThreadsQueryVariables['input'], 'before'>

/** Returns the conversations of a view, newest message first. The first page is polled; older pages load on demand. */
export function useThreads(view: View) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const variables = { schoolId, input: view }
  const key = JSON.stringify(variables)
  const [older, setOlder] = useState<{ key: string; rows: ChatThreadRowFragment[]; more: boolean } | null>(null)
  const [loading, setLoading] = useState(false)
  const { data, previousData, error, refetch } = useQuery(ChatThreadsDocument, { variables, fetchPolicy: 'cache-first' })
  const failing = usePoll(pollIntervalMs, (signal) => client.fetch(ChatThreadsDocument, variables, { signal }))
  const first = (data ?? previousData)?.chatThreads
  const olderRows = older?.key === key ? older : null
  const newest = new Set(first?.rows.map((row) => row.id))
  const rows = first ? [...first.rows, ...(olderRows?.rows.filter((row) => !newest.has(row.id)) ?? [])] : null

  async function loadMore() {
    const last = rows?.at(-1)?.lastMessageId
    if (!last || loading) return
    setLoading(true)
    try {
      const answer = await client.fetch(ChatThreadsDocument, { schoolId, input: { ...view, before: last } })
      if (answer) setOlder({ key, rows: [...(olderRows?.rows ?? []), ...answer.chatThreads.rows], more: answer.chatThreads.more })
    } catch (problem) {
      showError(genericMessage(failureOf(problem)))
    } finally {
      setLoading(false)
    }
  }

  return {
    rows,
    more: olderRows?.more ?? first?.more ?? false,
    loadMore,
    loading,
    error,
    failing: failing && rows !== null,
    retry: () => void refetch(),
  }
}
