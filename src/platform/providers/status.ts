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
