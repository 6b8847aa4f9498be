import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#shared/languages.ts'
import { spokenLanguage } from '../languages/speech.ts'

/**
 * PostgreSQL's collations of the languages. English has none, so that the index of names serves its order: our
 * databases compare code points, which is the English order of names in title case, with Devanagari after them.
 */
const collations: Readonly<Record<Language, string | null>> = { en: null, hi: 'hi-x-icu', mr: 'mr-x-icu' }

/** Returns what to sort names by, a column or an expression, in the order of the language of the running request. */
export function inReadersOrder(name: string | RawBuilder<unknown>): RawBuilder<unknown> {
  const collation = collations[spokenLanguage()]
  const sorted = typeof name === 'string' ? sql.ref(name) : name
  return collation === null ? sorted : sql`${sorted} collate ${sql.id(collation)}`
}
