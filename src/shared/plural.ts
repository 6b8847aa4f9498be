import { showCount } from './counts.ts'

/** Returns the form of a noun or verb that a count needs: `plural(2, 'is', 'are')` is `are`. */
export function plural(count: number, singular: string, pluralForm: string): string {
  return count === 1 ? singular : pluralForm
}

/** Returns a count with its noun: `1 row`, `1,200 rows`, `2 categories`. */
export function countWithNoun(count: number, singular: string, pluralForm = `${singular}s`): string {
  return `${showCount(count)} ${plural(count, singular, pluralForm)}`
}
