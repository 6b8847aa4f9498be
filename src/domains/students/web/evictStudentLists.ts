import type { ApolloCache } from '@apollo/client'

/**
 * Evicts the lists of students from the cache after students were added, moved or deleted. Lists on screen refetch at
 * once and show their old rows meanwhile.
 */
export function evictStudentLists(cache: ApolloCache): void {
  for (const fieldName of ['students', 'qrSheet', 'termRolls', 'sections', 'curriculum'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}
