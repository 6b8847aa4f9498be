import { useDataClient } from '../data/DataProvider.tsx'
import { useQuery } from '../data/useQuery.ts'
import { useCallback } from 'react'
import { useActiveSchool } from '../activeSchool.ts'
import { usePoll } from '../polling/usePoll.ts'
import { DocumentJobDocument, DocumentJobsDocument } from './documents.graphql.ts'
import { type DocumentJob, isMailInProgress, isInProgress } from './documentTexts.ts'

const pollMs = 1000
const listPollMs = 3000

/**
 * Returns one of the viewer's documents and polls it while it is being made. `failing` means that the last poll failed,
 * so the state may be outdated.
 */
export function useDocumentJob(id: string): {
  job: DocumentJob | undefined
  error: unknown
  failing: boolean
  retry: () => void
} {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const variables = { schoolId, input: { id } }
  const { data, error, refetch } = useQuery(DocumentJobDocument, { variables })
  const job = data?.documentJob
  const failing = usePoll(pollMs, (signal) => client.fetch(DocumentJobDocument, variables, { signal }), {
    on: job !== undefined && (isInProgress(job) || isMailInProgress(job)),
  })
  return { job, error: job ? undefined : error, failing, retry: () => void refetch().catch(() => undefined) }
}

/** Returns the viewer's documents of a kind, newest first. Polls while one is being made. */
export function useDocumentJobs(kind: DocumentJob['kind']) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(DocumentJobsDocument, {
    variables: { schoolId, input: { kind } },
  })
  const jobs = data?.documentJobs
  usePoll(listPollMs, () => refetch(), { on: jobs?.some((job) => isInProgress(job) || isMailInProgress(job)) ?? false })
  return { jobs, error: jobs ? undefined : error, retry: () => void refetch().catch(() => undefined) }
}

/** Returns a function that fetches a document again, because its file URLs expire within minutes. */
export function useFetchDocument(): (id: string) => Promise<DocumentJob> {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  return useCallback(
    async (id) => {
      const data = await client.fetch(DocumentJobDocument, { schoolId, input: { id } })
      return data.documentJob
    },
    [client, schoolId],
  )
}
