/** What a provider says afterwards of a message that it took. */
export interface ProviderStatus {
  /** The provider's own name of the message. */
  ref: string
  /** What we called it when it was sent, where the provider says it again. */
  reference?: string
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'
  /** When it happened, by the provider's clock, and never later than now. */
  at: Date
  /** Why it failed, for staff to read; else empty. */
  detail: string
}

/** No provider's name of a message is longer, and an index keeps no text of any length. */
const longestName = 500

/** Whether a provider's name of a message can be one that was kept: the database has no zero character, and finds no text with one. */
export function keepable(name: string): boolean {
  return name !== '' && name.length <= longestName && !name.includes('\0')
}

/** What the database keeps of a text. */
export function kept(text: string): string {
  return text.replaceAll('\0', '')
}
