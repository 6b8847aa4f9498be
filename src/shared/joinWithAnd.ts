import { t } from '#shared/texts.ts'

/** Joins texts as a list of the reader's language: `a, b and c`. Blank texts are left out. */
export function joinWithAnd(texts: readonly string[]): string {
  const named = texts.filter((text) => text !== '')
  return named.length < 2 ? named.join('') : t`${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}`
}
