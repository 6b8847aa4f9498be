import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { SendResult } from '#platform/sendResult.ts'
import type { MessageChannel } from '../messaging.rules.ts'
import { hiddenCode } from '../oneTimeCode.rules.ts'
import type { OutgoingMessage } from './channels.ts'
import type { MessageRow } from './messages.sql.ts'

/** A message rendered for a channel. */
export type RenderedMessage = Pick<OutgoingMessage, 'template' | 'params' | 'copyCode' | 'text' | 'title' | 'link' | 'tag'> & {
  /** The text as stored, when it differs from `text` because it hides a secret of the recipient. */
  kept?: string
  /** For the message's history, such as that its text is not in the reader's language. */
  note?: string
}

/** The result for a channel that cannot carry the message, with the reason for staff. The next channel is tried. */
export interface ChannelSkipped {
  skipReason: string
}

/** The result for a message that must not be sent by any channel, with the reason for staff. */
export interface MessageCancelled {
  cancelReason: string
}

/** Renders a message for a channel, in the transaction that claims it. */
export type RenderMessage = (
  db: Tx,
  school: School,
  message: MessageRow,
  channel: MessageChannel,
) => Promise<RenderedMessage | ChannelSkipped | MessageCancelled>

/** Names of params that only the recipient may read: one-time codes and family page addresses, whole or in pieces. */
const secretParamName = /^(link|code)[0-9]?$/

/** Hides codes and links in a provider's reason, which staff read, because a provider may repeat what it was sent. */
export function withoutSecrets(sent: SendResult, { params }: Pick<OutgoingMessage, 'params'>): SendResult {
  if (!('reason' in sent)) return sent
  const secrets = Object.entries(params).flatMap(([name, value]) => (secretParamName.test(name) && value.length > 3 ? value : []))
  return { ...sent, reason: secrets.reduce((reason, secret) => reason.replaceAll(secret, hiddenCode), sent.reason) }
}
