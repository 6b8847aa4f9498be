import type { AccountRecord } from './accountRecord.ts'

/** The person who receives a one-time code. */
export type CodeRecipient = AccountRecord & { subject: string }

/** Where a one-time code goes, with the address masked so that its owner recognizes it: `••••••3210`. */
export interface CodeDestination {
  channel: 'WHATSAPP' | 'SMS' | 'EMAIL'
  to: string
}

/** Sends one-time codes to the phone or e-mail of a record. */
export interface CodeSender {
  /** Returns where a code would go; null when this installation can send nothing to this person. */
  destinationOf(recipient: CodeRecipient): Promise<CodeDestination | null>
  /** Queues a code for the session that requested it. The code is generated when it is sent. */
  send(recipient: CodeRecipient, session: string): Promise<void>
}
