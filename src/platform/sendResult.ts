/**
 * The outcome of one attempt to hand a message to a provider. A wrong guess must never send a message twice: a message
 * that may have been accepted is UNCLEAR, and only one that certainly was not is LATER.
 */
export type SendResult =
  /** Accepted; `ref` is the provider's id, by which its later reports find the message. */
  | { outcome: 'ACCEPTED'; ref: string }
  /** Never acceptable as it is; `reason` is for staff to read. */
  | { outcome: 'REFUSED'; code: string; reason: string }
  /** Certainly not accepted, and worth a retry: not before `afterMs` milliseconds when the provider says so. */
  | { outcome: 'LATER'; reason: string; afterMs?: number }
  /** May have been accepted. */
  | { outcome: 'UNCLEAR'; reason: string }
