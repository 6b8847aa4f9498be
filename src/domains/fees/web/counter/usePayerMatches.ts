import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import type { PayerSearch } from './payerSearch.ts'
import { FindPayersDocument, type FindPayersQuery } from './collectFees.graphql.ts'

export type PayerMatch = FindPayersQuery['students']['rows'][number]

export interface PayerMatches {
  /** The search this is the answer to. */
  text: string
  rows: readonly PayerMatch[]
  total: number
  failure: string | null
}

const maxShown = 10
/** Typing pauses this long before the server is asked. */
const debounceMs = 120

const noMatches: PayerMatches = { text: '', rows: [], total: 0, failure: null }

/**
 * The students a text means, as it is typed; `asked` is what it asks for. What was found for the text before stays until the answer is there; a request that is overtaken is aborted.
 */
export function usePayerMatches(typed: string, asked: PayerSearch | null): PayerMatches {
  const client = useApolloClient()
  const { schoolId, termId } = useActiveSchool()
  const [found, setFound] = useState(noMatches)
  const text = typed.trim()
  const { search = null, sectionId = null } = asked ?? {}
  useEffect(() => {
    if (search === null) {
      setFound({ ...noMatches, text })
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
          if (!request.signal.aborted) setFound({ ...noMatches, text, ...data?.students })
        })
        .catch((error: unknown) => {
          if (!request.signal.aborted) setFound({ ...noMatches, text, failure: genericMessage(failureOf(error)) })
        })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [client, schoolId, termId, text, search, sectionId])
  return found
}
