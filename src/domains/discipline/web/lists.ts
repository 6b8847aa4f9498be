import type { ApolloCache } from '@apollo/client'

/** Makes whatever shows incidents or their sums be asked for again. What is shown stays until the answer is there. */
export function forgetIncidents(cache: ApolloCache): void {
  for (const fieldName of ['incidents', 'disciplineTotals', 'studentDiscipline']) cache.evict({ id: 'ROOT_QUERY', fieldName })
}
