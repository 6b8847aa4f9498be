import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Sent } from '#platform/sent.ts'
import type { MessageChannel } from '../messaging.rules.ts'
import { hiddenCode } from '../oneTimeCode.rules.ts'
import type { Letter } from './channels.ts'
import type { MessageRow } from './messages.sql.ts'

/** What a message says by a channel. */
export type Said = Pick<Letter, 'template' | 'params' | 'copyCode' | 'text' | 'title' | 'link' | 'tag'> & {
  /** The text as it is kept, where it says something that the recipient alone is to know. */
  kept?: string
}

/** Why a message cannot be said by a channel, in words for staff: no text is registered, a value is too long. */
export interface Unsayable {
  unsayable: string
}

/** Why a message is to be told by no channel any more, in words for staff. */
export interface Ended {
  ended: string
}

/** Says what a message says by a channel, in the transaction that is about to send it. */
export type Compose = (db: Tx, school: School, message: MessageRow, channel: MessageChannel) => Promise<Said | Unsayable | Ended>

/** The values that the recipient alone is to know: one-time codes and addresses of family pages, whole or in pieces. */
const secretParam = /^(link|code)[0-9]?$/

/** Hides codes and links in a provider's words, which staff read: a provider may repeat what it was given. */
export function withoutSecrets(sent: Sent, { params }: Pick<Letter, 'params'>): Sent {
  if (!('reason' in sent)) return sent
  const secrets = Object.entries(params).flatMap(([name, value]) => (secretParam.test(name) && value.length > 3 ? value : []))
  return { ...sent, reason: secrets.reduce((reason, secret) => reason.replaceAll(secret, hiddenCode), sent.reason) }
}
