import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useState } from 'react'
import { answered } from '../DataTable/allPages.ts'
import { OpenDocumentLinkDocument } from './documents.graphql.ts'
import type { DocumentJob } from './documentWords.ts'

/** The document that the link of a mail leads to. Opening it is written down, so it is done once for each visit. */
export function useLinkedDocument(token: string) {
  const client = useApolloClient()
  const [job, setJob] = useState<DocumentJob | null>(null)
  const [error, setError] = useState<unknown>(null)
  const fresh = useCallback(async () => {
    const { data } = await client.mutate({ mutation: OpenDocumentLinkDocument, variables: { input: { token } } })
    return answered(data ?? undefined).openDocumentLink
  }, [client, token])
  const open = useCallback(() => {
    setError(null)
    fresh().then(setJob, setError)
  }, [fresh])
  useEffect(open, [open])
  return { job, error, retry: open, fresh }
}
