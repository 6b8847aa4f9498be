import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'

const pollMs = 10_000

/**
 * Polls a query every ten seconds (specification, section 9). Pauses while the page is hidden, and refetches when it is
 * shown again. Keeps the last data while a refetch is under way or fails; `stale` then reports the failure.
 */
export function usePolledQuery<Data, Variables extends OperationVariables>(
  document_: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) {
  const options = { variables, pollInterval: pollMs, skipPollAttempt: () => document.hidden }
  const { data, error, refetch } = useQuery<Data, OperationVariables>(document_, options)
  useEffect(() => {
    const refetchWhenVisible = () => {
      if (!document.hidden) refetch().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', refetchWhenVisible)
    return () => document.removeEventListener('visibilitychange', refetchWhenVisible)
  }, [refetch])
  return {
    data: data as Data | undefined,
    error: data ? undefined : error,
    stale: data !== undefined && error !== undefined,
    refetch,
  }
}
