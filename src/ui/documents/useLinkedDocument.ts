import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useShell } from '../activeSchool.ts'
import { answered } from '../DataTable/allPages.ts'
import { type OpenDocumentLinkMutation, OpenDocumentLinkDocument } from './documents.graphql.ts'
import type { DocumentJob } from './documentWords.ts'

type LinkedJob = OpenDocumentLinkMutation['openDocumentLink']

/**
 * The document that the link of a mail leads to. Opening it is written down, so it is done once for each visit. Its school becomes the
 * active one, where a SUPERADMIN has chosen another or none; `switched` says so.
 */
export function useLinkedDocument(token: string, kind: DocumentJob['kind']) {
  const client = useApolloClient()
  const { school, choose } = useShell()
  const [job, setJob] = useState<LinkedJob | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [switched, setSwitched] = useState(false)
  const active = useRef(school?.id)
  useEffect(() => {
    active.current = school?.id
  }, [school?.id])
  const fresh = useCallback(async () => {
    const { data } = await client.mutate({ mutation: OpenDocumentLinkDocument, variables: { input: { token } } })
    return answered(data ?? undefined).openDocumentLink
  }, [client, token])
  const open = useCallback(async () => {
    setError(null)
    try {
      const opened = await fresh()
      if (opened.kind === kind && opened.schoolId !== active.current) {
        await choose(opened.schoolId)
        setSwitched(true)
      }
      setJob(opened)
    } catch (cause) {
      setError(cause)
    }
  }, [fresh, choose, kind])
  useEffect(() => void open(), [open])
  // Nothing of it is shown, or asked for, in another school.
  const there = job !== null && (job.kind !== kind || job.schoolId === school?.id)
  return { job: there ? job : null, error, switched, retry: () => void open(), fresh }
}
