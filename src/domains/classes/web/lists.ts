import type { ApolloCache } from '@apollo/client'

/**
 * Makes every list of this domain be asked for again, those on screen at once: something was added, deleted or moved. What
 * is shown stays until the answer is there.
 */
export function forgetLists(cache: ApolloCache): void {
  for (const fieldName of ['classes', 'sections', 'mySections', 'curriculum', 'subjects'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}

/** `1 book`, `1,200 books`, '' for none. */
export function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en-IN')} ${count === 1 ? word : many(word)}`
}

function many(word: string): string {
  return word.endsWith('s') ? `${word}es` : `${word}s`
}

/** `a, b and c` of those that are not blank. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-IN').format(parts.filter((part) => part !== ''))
}

/** Says what a deletion leaves: the class of a section, and the teachers, where there are any. */
export function stays(ofClass: boolean, teachers: number): string {
  const left = [...(ofClass ? ['class'] : []), ...(teachers === 0 ? [] : [teachers === 1 ? 'teacher' : 'teachers'])]
  if (left.length === 0) return ''
  return `Its ${left.join(' and its ')} ${left.length === 1 && teachers <= 1 ? 'stays' : 'stay'}.`
}
