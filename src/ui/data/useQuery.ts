import { useQuery as useTanstackQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { failureOf, isRetryable } from '../problems.ts'
import { queryKey } from './dataClient.ts'
import { useDataClient } from './DataProvider.tsx'
import type { QueryDocument } from '#shared/graphqlDocuments.ts'
import type { DataDomain } from '../generated/dataDomains.ts'

/**
 * When the server is asked, and what is shown until it answers:
 * - `cache-and-network`: what is known, and the server is asked at each mount
 * - `cache-first`: what is known; the server is asked only when nothing is
 * - `network-only`: nothing until the server has answered, as for a form
 * - `read-once`: like `network-only`, but commands do not read it again: for what a dialog asks before it deletes
 * - `cache-only`: what is known
 */
export type FetchPolicy = 'cache-and-network' | 'cache-first' | 'network-only' | 'read-once' | 'cache-only'

export interface QueryOptions<Data, Variables> {
  variables?: Variables
  /** Asks nothing and shows nothing. */
  skip?: boolean
  /** By default `cache-and-network`, because several people work on the same lists. */
  fetchPolicy?: FetchPolicy
  /** Other domains whose data the answer holds: it is forgotten after their commands, too. Constant. */
  alsoOf?: readonly DataDomain[]
  /** Asks again at this interval in milliseconds while the page is visible; the interval may depend on the answer. */
  pollInterval?: number | ((data: Data | undefined) => number | false)
}

export interface QueryResult<Data> {
  /** The answer; undefined while it is loading or when the server refuses. A lost connection leaves the last one. */
  data: Data | undefined
  /** The last answer to the query, also with other variables. */
  previousData: Data | undefined
  error: Error | undefined
  /** Whether the server is being asked. */
  readonly loading: boolean
  /** Asks the server again. Rejects when that fails; `error` holds the failure, too. */
  refetch: () => Promise<{ data: Data }>
}

/** Reads a query and keeps the component up to date with its answer. */
export function useQuery<Data, Variables>(
  document: QueryDocument<Data, Variables>,
  { variables, skip = false, fetchPolicy = 'cache-and-network', alsoOf, pollInterval }: QueryOptions<Data, Variables> = {},
): QueryResult<Data> {
  const client = useDataClient()
  const isKnownEnough = fetchPolicy === 'cache-first' || fetchPolicy === 'cache-only'
  const result = useTanstackQuery<Data>({
    queryKey: queryKey(document, variables),
    queryFn: ({ signal }) => client.request(document, (variables ?? {}) as Variables, { signal }),
    enabled: !skip && fetchPolicy !== 'cache-only',
    // What an earlier visit knew is asked again once.
    staleTime: ({ state }) => (isKnownEnough && state.dataUpdatedAt >= client.openedAt ? Number.POSITIVE_INFINITY : 0),
    refetchOnMount: isKnownEnough ? true : 'always',
    refetchInterval: typeof pollInterval === 'function' ? ({ state }) => pollInterval(state.data) : (pollInterval ?? false),
    meta: { readOnce: fetchPolicy === 'read-once', alsoOf },
  })
  const error = skip ? undefined : (result.error ?? undefined)
  const isFresh = (fetchPolicy !== 'network-only' && fetchPolicy !== 'read-once') || result.isFetchedAfterMount
  const isRefused = error !== undefined && !isRetryable(failureOf(error))
  const data = skip || !isFresh || isRefused ? undefined : result.data
  const last = useRef<Data>(undefined)
  if (data !== undefined) last.current = data
  const ask = result.refetch
  const refetch = useCallback(async () => {
    const answer = await ask({ throwOnError: true })
    return { data: answer.data as Data }
  }, [ask])
  return {
    data,
    previousData: last.current,
    error,
    // Only a component that shows it renders again when a request starts.
    get loading() {
      return result.isFetching
    },
    refetch,
  }
}
