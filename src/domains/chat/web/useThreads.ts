import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { failureOf, genericText } from '#ui/problems.ts'
import { sayError } from '#ui/snackbars.tsx'
import { ChatThreadsDocument, type ChatThreadRowFragment, type ChatThreadsQueryVariables } from './chat.graphql.ts'
import { everyMs } from './everyMs.ts'

type View = Omit<ChatThreadsQueryVariables['input'], 'before'>

/** The conversations of a view, the last message first: the newest as they change, the others as they were asked for. */
export function useThreads(view: View) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const variables = { schoolId, input: view }
  const key = JSON.stringify(variables)
  const [older, setOlder] = useState<{ key: string; rows: ChatThreadRowFragment[]; more: boolean } | null>(null)
  const [loading, setLoading] = useState(false)
  const { data, previousData, error, refetch } = useQuery(ChatThreadsDocument, { variables, fetchPolicy: 'cache-first' })
  const failing = usePoll(everyMs, (signal) =>
    client.query({ query: ChatThreadsDocument, variables, fetchPolicy: 'network-only', context: { fetchOptions: { signal } } }),
  )
  const first = (data ?? previousData)?.chatThreads
  const behind = older?.key === key ? older : null
  const newest = new Set(first?.rows.map((row) => row.id))
  const rows = first ? [...first.rows, ...(behind?.rows.filter((row) => !newest.has(row.id)) ?? [])] : null

  async function loadMore() {
    const last = rows?.at(-1)?.lastMessageId
    if (!last || loading) return
    setLoading(true)
    try {
      const { data: answer } = await client.query({
        query: ChatThreadsDocument,
        variables: { schoolId, input: { ...view, before: last } },
        fetchPolicy: 'network-only',
      })
      if (answer) setOlder({ key, rows: [...(behind?.rows ?? []), ...answer.chatThreads.rows], more: answer.chatThreads.more })
    } catch (problem) {
      sayError(genericText(failureOf(problem)))
    } finally {
      setLoading(false)
    }
  }

  return {
    rows,
    more: behind?.more ?? first?.more ?? false,
    loadMore,
    loading,
    error,
    failing: failing && rows !== null,
    retry: () => void refetch(),
  }
}
