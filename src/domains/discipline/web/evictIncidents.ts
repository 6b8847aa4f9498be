import type { ApolloCache } from '@apollo/client'

/** Evicts incidents and their sums from the cache, so that they are fetched again. Shown data stays until then. */
export function evictIncidents(cache: ApolloCache): void {
  for (const fieldName of ['incidents', 'disciplineTotals', 'studentDiscipline']) cache.evict({ id: 'ROOT_QUERY', fieldName })
}
