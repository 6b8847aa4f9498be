/**
 * What became of one attempt to hand a message to a provider. Nothing is ever said twice to people because of a wrong guess: what
 * may have been taken is UNCLEAR, and only what certainly was not is LATER.
 */
export type Sent =
  /** Taken; `ref` is the provider's own name of it, by which its later word finds the message. */
  | { outcome: 'ACCEPTED'; ref: string }
  /** Never will be taken as it is; `reason` is for staff to read. */
  | { outcome: 'REFUSED'; code: string; reason: string }
  /** Certainly not taken, and worth another try; not before `afterMs` milliseconds where the provider says so. */
  | { outcome: 'LATER'; reason: string; afterMs?: number }
  /** May have been taken. */
  | { outcome: 'UNCLEAR'; reason: string }
