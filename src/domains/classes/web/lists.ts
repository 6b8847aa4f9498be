import type { ApolloCache } from '@apollo/client'

/**
 * Evicts all lists of this domain from the cache after a row was added, deleted or moved. Lists on screen refetch at
 * once and show their old rows meanwhile.
 */
export function evictLists(cache: ApolloCache): void {
  for (const fieldName of ['classes', 'sections', 'mySections', 'curriculum', 'subjects'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}

/** Describes what a deletion keeps: the class of a section, and the teachers, if any. */
export function keptText(ofClass: boolean, teachers: number): string {
  const left = [...(ofClass ? ['class'] : []), ...(teachers === 0 ? [] : [teachers === 1 ? 'teacher' : 'teachers'])]
  if (left.length === 0) return ''
  return `Its ${left.join(' and its ')} ${left.length === 1 && teachers <= 1 ? 'stays' : 'stay'}.`
}
