import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import { useActiveSchool } from '../activeSchool.ts'
import { answered } from '../DataTable/allPages.ts'
import { usePoll } from '../polling/usePoll.ts'
import { DocumentJobDocument, DocumentJobsDocument } from './documents.graphql.ts'
import { type DocumentJob, isMailUnderWay, isUnderWay } from './documentWords.ts'

const everyMs = 1000
const listEveryMs = 3000

/** One document of one's own, asked for again while it is being made. `failing`: what is shown may be old. */
export function useDocumentJob(id: string): {
  job: DocumentJob | undefined
  error: unknown
  failing: boolean
  retry: () => void
} {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const variables = { schoolId, input: { id } }
  const { data, error, refetch } = useQuery(DocumentJobDocument, { variables, fetchPolicy: 'cache-and-network' })
  const job = data?.documentJob
  const failing = usePoll(
    everyMs,
    (signal) =>
      client.query({
        query: DocumentJobDocument,
        variables,
        fetchPolicy: 'network-only',
        context: { fetchOptions: { signal } },
      }),
    { on: job !== undefined && (isUnderWay(job) || isMailUnderWay(job)) },
  )
  return { job, error: job ? undefined : error, failing, retry: () => void refetch().catch(() => undefined) }
}

/** One's own documents of a kind, newest first; those that are being made are asked for again. */
export function useDocumentJobs(kind: DocumentJob['kind']) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(DocumentJobsDocument, {
    variables: { schoolId, input: { kind } },
    fetchPolicy: 'cache-and-network',
  })
  const jobs = data?.documentJobs
  usePoll(listEveryMs, () => refetch(), { on: jobs?.some((job) => isUnderWay(job) || isMailUnderWay(job)) ?? false })
  return { jobs, error: jobs ? undefined : error, retry: () => void refetch().catch(() => undefined) }
}

/** Fetches a document anew: the addresses of its files hold for minutes only. */
export function useFreshDocument(): (id: string) => Promise<DocumentJob> {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  return useCallback(
    async (id) => {
      const { data } = await client.query({
        query: DocumentJobDocument,
        variables: { schoolId, input: { id } },
        fetchPolicy: 'network-only',
      })
      return answered(data).documentJob
    },
    [client, schoolId],
  )
}
