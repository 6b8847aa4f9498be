import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { counted } from '#shared/counted.ts'
import type { Entry } from './entries.ts'

/**
 * One kind of thing that may wait to be sent: a mutation that the server carries out once per key (platform/once.ts). A domain's
 * `web/routes.tsx` exports `outboxKinds`, so that what waits is sent whichever screen is open.
 */
export interface OutboxKind<Input extends object = object, Data = unknown> {
  /** Stands in the stored entries: never changed while entries of it may wait somewhere. */
  name: string
  mutation: TypedDocumentNode<Data, never>
  /**
   * The mutation's variables; by default `{ schoolId, input: { ...input, key } }`. They are the same at every try, but for
   * `waitedMs`: how long the entry has waited on this device, by the device's own clock.
   */
  variables?(entry: Entry<Input>, waitedMs: number): OperationVariables
  /** What is counted, such as 'mark' and 'marks'. */
  words: { one: string; many: string }
  /** How many of them an entry holds; one without it. */
  count?(input: Input): number
  /** Where a person looks at what was refused: an address of the product. */
  link?(input: Input): string
}

/** How many of what, in one line: '3 marks', or '4 entries' where there is more than one kind. */
export function countWords(entries: readonly Pick<Entry, 'count' | 'words'>[]): string {
  const many = new Set(entries.map(({ words }) => words.many))
  // Marks and scans together are neither.
  const mixed = many.size > 1
  const count = mixed ? entries.length : entries.reduce((sum, entry) => sum + entry.count, 0)
  const words = (mixed ? undefined : entries[0]?.words) ?? { one: 'entry', many: 'entries' }
  return counted(count, words.one, words.many)
}
