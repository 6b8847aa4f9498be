import { t } from '@lingui/core/macro'
import { countWithNoun } from '#shared/plural.ts'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import type { Entry } from './entries.ts'

/**
 * A kind of entry: a mutation that the server runs once per key (platform/requestKeys.ts). A domain's `web/routes.tsx`
 * exports `loadOutboxKinds`, so that entries are sent on every screen.
 */
export interface OutboxKind<Input extends object = object, Data = unknown> {
  /** Stored in the entries: never change it while entries of this kind may wait on a device. */
  name: string
  mutation: MutationDocument<Data, never>
  /**
   * Returns the mutation's variables; by default `{ schoolId, input: { ...input, key } }`. They are the same in every
   * attempt, except `waitedMs`: how long the entry has waited, by the device's clock.
   */
  variables?(entry: Entry<Input>, waitedMs: number): object
  /** Noun of an item, such as 'mark' and 'marks', in the page's language. */
  words: { one: string; many: string }
  /** Returns the number of items in an entry; by default one. */
  count?(input: Input): number
  /** Returns the URL of the screen that shows a refused entry. */
  link?(input: Input): string
}

/** Loads the kinds of a domain. Its `web/outboxKinds.ts` exports them as `outboxKinds`. */
export type OutboxKinds = () => Promise<{ outboxKinds: readonly OutboxKind[] }>

/** Counts entries in one line: '3 marks', or '4 entries' for several kinds. */
export function countText(entries: readonly Pick<Entry, 'count' | 'words'>[]): string {
  const many = new Set(entries.map(({ words }) => words.many))
  // Marks and scans together have no common noun.
  const mixed = many.size > 1
  const count = mixed ? entries.length : entries.reduce((sum, entry) => sum + entry.count, 0)
  const words = (mixed ? undefined : entries[0]?.words) ?? { one: t`entry`, many: t`entries` }
  return countWithNoun(count, words.one, words.many)
}
