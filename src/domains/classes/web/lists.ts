import type { ApolloCache } from '@apollo/client'

/**
 * Evicts all lists of this domain from the cache after a row was added, deleted or moved. Lists on screen refetch at
 * once and show their old rows meanwhile.
 */
export function evictLists(cache: ApolloCache): void {
  for (const fieldName of ['classes', 'sections', 'mySections', 'curriculum', 'subjects'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}

/** Formats a count with its noun: `1 book`, `1,200 books`; '' for zero. */
export function countText(count: number, word: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en-IN')} ${count === 1 ? word : plural(word)}`
}

function plural(word: string): string {
  return word.endsWith('s') ? `${word}es` : `${word}s`
}

/** Joins the parts that are not blank: `a, b and c`. */
export function joinParts(parts: readonly string[]): string {
  return new Intl.ListFormat('en-IN').format(parts.filter((part) => part !== ''))
}

/** Describes what a deletion keeps: the class of a section, and the teachers, if any. */
export function keptText(ofClass: boolean, teachers: number): string {
  const left = [...(ofClass ? ['class'] : []), ...(teachers === 0 ? [] : [teachers === 1 ? 'teacher' : 'teachers'])]
  if (left.length === 0) return ''
  return `Its ${left.join(' and its ')} ${left.length === 1 && teachers <= 1 ? 'stays' : 'stay'}.`
}
