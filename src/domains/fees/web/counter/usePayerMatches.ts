import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import type { PayerSearch } from './payerSearch.ts'
import { FindPayersDocument, type FindPayersQuery } from './collectFees.graphql.ts'

export type PayerMatch = FindPayersQuery['students']['rows'][number]

export interface PayerMatches {
  /** The text that these are the results of. */
  text: string
  rows: readonly PayerMatch[]
  total: number
  failure: string | null
}

const maxShown = 10
/** Milliseconds without typing before the server is queried. */
const debounceMs = 120

const noMatches: PayerMatches = { text: '', rows: [], total: 0, failure: null }

/**
 * Searches students while the clerk types. The previous results stay until the new ones arrive; an outdated request is
 * aborted.
 * @param search the parsed text, null for nothing to search
 */
export function usePayerMatches(typed: string, parsed: PayerSearch | null): PayerMatches {
  const client = useApolloClient()
  const { schoolId, termId } = useActiveSchool()
  const [matches, setMatches] = useState(noMatches)
  const text = typed.trim()
  const { search = null, sectionId = null } = parsed ?? {}
  useEffect(() => {
    if (search === null) {
      setMatches({ ...noMatches, text })
      return
    }
    const request = new AbortController()
    const timer = setTimeout(() => {
      client
        .query({
          query: FindPayersDocument,
          variables: { schoolId, input: { termId, search, pageSize: maxShown, ...(sectionId === null ? {} : { sectionId }) } },
          fetchPolicy: 'no-cache',
          context: { queryDeduplication: false, fetchOptions: { signal: request.signal } },
        })
        .then(({ data }) => {
          if (!request.signal.aborted) setMatches({ ...noMatches, text, ...data?.students })
        })
        .catch((error: unknown) => {
          if (!request.signal.aborted) setMatches({ ...noMatches, text, failure: genericMessage(failureOf(error)) })
        })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [client, schoolId, termId, text, search, sectionId])
  return matches
}
