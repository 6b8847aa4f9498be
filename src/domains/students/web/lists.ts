import type { ApolloCache } from '@apollo/client'

/**
 * Makes the lists that students stand in be asked for again, those on screen at once: some were added, moved or deleted. What
 * is shown stays until the answer is there.
 */
export function forgetStudents(cache: ApolloCache): void {
  for (const fieldName of ['students', 'qrSheet', 'termRolls', 'sections', 'curriculum'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}
