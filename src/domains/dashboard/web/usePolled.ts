import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'

const everyMs = 10_000

/**
 * A query that is asked again every ten seconds (specification, section 9), and at once when the page is looked at again; while
 * nobody looks at it, it rests. What is shown stays while the next answer is on its way, and when it does not come: `stale`.
 */
export function usePolled<Data, Variables extends OperationVariables>(
  document_: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) {
  const options = { variables, pollInterval: everyMs, skipPollAttempt: () => document.hidden }
  const { data, error, refetch } = useQuery<Data, OperationVariables>(document_, options)
  useEffect(() => {
    const look = () => {
      if (!document.hidden) refetch().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refetch])
  return {
    data: data as Data | undefined,
    error: data ? undefined : error,
    stale: data !== undefined && error !== undefined,
    refetch,
  }
}
