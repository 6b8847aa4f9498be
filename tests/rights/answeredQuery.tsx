import { use } from 'react'
import { type DataClient, queryKey } from '#ui/data/dataClient.ts'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import type { QueryOptions, QueryResult } from '#ui/data/useQuery.ts'
import type { QueryDocument } from '#shared/graphqlDocuments.ts'

type Answered = { data: unknown; error: Error | undefined }

const answersOf = new WeakMap<DataClient, Map<string, Promise<Answered>>>()

/** Takes the place of the product's `useQuery` where screens are rendered to HTML: waits for the server's answer. */
export function useQuery<Data, Variables>(
  document: QueryDocument<Data, Variables>,
  { variables, skip = false }: QueryOptions<Data, Variables> = {},
): QueryResult<Data> {
  const client = useDataClient()
  const refetch = () => Promise.reject(new Error('Nothing is asked again while a screen is only drawn.'))
  const nothing = { data: undefined, previousData: undefined, error: undefined, loading: false, refetch }
  if (skip) return nothing
  const answers = answersOf.get(client) ?? new Map<string, Promise<Answered>>()
  answersOf.set(client, answers)
  const key = JSON.stringify(queryKey(document, variables))
  const answer =
    answers.get(key) ??
    client.request(document, (variables ?? {}) as Variables).then(
      (data): Answered => ({ data, error: undefined }),
      (error: Error): Answered => ({ data: undefined, error }),
    )
  answers.set(key, answer)
  const { data, error } = use(answer)
  return { ...nothing, data: data as Data | undefined, error }
}
