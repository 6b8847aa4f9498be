import type { QueryDocument } from '#shared/graphqlDocuments.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect } from 'react'

const pollMs = 10_000

/**
 * Polls a query every ten seconds (specification, section 9). Pauses while the page is hidden, and refetches when it is
 * shown again. Keeps the last data while a refetch is under way or fails; `stale` then reports the failure.
 * @param isCurrent tells whether data that the last visit knew may still be shown
 */
export function usePolledQuery<Data, Variables>(
  document_: QueryDocument<Data, Variables>,
  variables: Variables,
  isCurrent: (data: Data) => boolean = () => true,
) {
  const result = useQuery(document_, { variables, pollInterval: pollMs })
  const { error, refetch } = result
  const data = result.data && isCurrent(result.data) ? result.data : undefined
  useEffect(() => {
    const refetchWhenVisible = () => {
      if (!document.hidden) refetch().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', refetchWhenVisible)
    return () => document.removeEventListener('visibilitychange', refetchWhenVisible)
  }, [refetch])
  return {
    data,
    error: data ? undefined : error,
    stale: data !== undefined && error !== undefined,
    refetch,
  }
}
