import type { AccountRecord } from './record.ts'

/** Whom a one-time code is for. */
export type CodeRecipient = AccountRecord & { subject: string }

/** Where a one-time code goes, with the address as its owner recognizes it: `••••••3210`. */
export interface CodeWay {
  channel: 'WHATSAPP' | 'SMS' | 'EMAIL'
  to: string
}

/** Sends one-time codes to the phone or e-mail of a record. */
export interface CodeSender {
  /** null where this installation can send nothing to this person. */
  wayTo(recipient: CodeRecipient): Promise<CodeWay | null>
  /** Queues a code for a session that has asked for it; the code is made in the moment in which it is sent. */
  send(recipient: CodeRecipient, session: string): Promise<void>
}
