/** A provider's later report on an accepted message. */
export interface ProviderStatus {
  /** The provider's id of the message. */
  ref: string
  /** Our reference of the message, if the provider returns it. */
  reference?: string
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'
  /** When it happened by the provider's clock, never later than now. */
  at: Date
  /** Why it failed, for staff to read; else empty. */
  detail: string
}

/** Longer than any provider's message id; an index cannot store a text of any length. */
const maxRefLength = 500

/**
 * Returns whether a text can be a stored message id. The database stores no NUL character, and searching with one
 * fails.
 */
export function isStorableRef(name: string): boolean {
  return name !== '' && name.length <= maxRefLength && !name.includes('\0')
}

/** Removes NUL characters, which the database cannot store. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}
