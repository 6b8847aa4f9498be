import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericText } from '#ui/problems.ts'
import type { PayerSearch } from './payerSearch.ts'
import { FindPayersDocument, type FindPayersQuery } from './collectFees.graphql.ts'

export type FoundPayer = FindPayersQuery['students']['rows'][number]

export interface FoundPayers {
  /** The search this is the answer to. */
  text: string
  rows: readonly FoundPayer[]
  total: number
  failure: string | null
}

const shown = 10
/** Typing pauses this long before the server is asked. */
const pause = 120

const nothing: FoundPayers = { text: '', rows: [], total: 0, failure: null }

/**
 * The students a text means, as it is typed; `asked` is what it asks for. What was found for the text before stays until the answer is there; a request that is overtaken is aborted.
 */
export function useFoundPayers(typed: string, asked: PayerSearch | null): FoundPayers {
  const client = useApolloClient()
  const { schoolId, termId } = useActiveSchool()
  const [found, setFound] = useState(nothing)
  const text = typed.trim()
  const { search = null, sectionId = null } = asked ?? {}
  useEffect(() => {
    if (search === null) {
      setFound({ ...nothing, text })
      return
    }
    const request = new AbortController()
    const timer = setTimeout(() => {
      client
        .query({
          query: FindPayersDocument,
          variables: { schoolId, input: { termId, search, pageSize: shown, ...(sectionId === null ? {} : { sectionId }) } },
          fetchPolicy: 'no-cache',
          context: { queryDeduplication: false, fetchOptions: { signal: request.signal } },
        })
        .then(({ data }) => {
          if (!request.signal.aborted) setFound({ ...nothing, text, ...data?.students })
        })
        .catch((error: unknown) => {
          if (!request.signal.aborted) setFound({ ...nothing, text, failure: genericText(failureOf(error)) })
        })
    }, pause)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [client, schoolId, termId, text, search, sectionId])
  return found
}
