import type { School } from '#platform/school.ts'
import type { Services } from '#platform/services.ts'
import { t } from '#shared/texts.ts'
import { channelProblem, kindOffReason, kindSetting, type RegisteredText } from '../kinds.rules.ts'
import { type Addresses, type MessageChannel, type MessageKind, reaches } from '../messaging.rules.ts'
import { channelNames } from './messages.sql.ts'
import type { StoredKind } from './templates.sql.ts'

interface ChannelsByHandInput {
  school: School
  kind: MessageKind
  stored: readonly StoredKind[]
  templates: readonly RegisteredText[]
  /** The channels that this installation can send by. */
  canSend: Services['canSend']
  addresses: Addresses
}

/**
 * Returns the channels by which a person can send a message of a kind to a recipient now, in the school's order, also
 * where the kind is switched off for jobs; or why there is none, as text for staff.
 */
export function channelsByHand(input: ChannelsByHandInput): { channels: MessageChannel[] } | { problem: string } {
  const { school, kind, stored, templates, canSend, addresses } = input
  const off = kindOffReason(school, kind)
  if (off !== null) return { problem: off }
  const { channels } = kindSetting(
    school,
    kind,
    stored.find((row) => row.kind === kind),
  )
  const problems = channels.map(
    (channel) =>
      addressProblem(channel, addresses) ??
      ((channel === 'WHATSAPP' || channel === 'SMS') && !canSend[channel]
        ? t`This installation cannot send by ${channelNames[channel]}`
        : null) ??
      channelProblem(school, templates, { kind, name: '', channel }),
  )
  const open = channels.filter((_, index) => problems[index] === null)
  return open.length > 0 ? { channels: open } : { problem: [...new Set(problems)].join('. ') }
}

function addressProblem(channel: MessageChannel, addresses: Addresses): string | null {
  if (reaches(channel, addresses)) return null
  if (channel === 'EMAIL') return t`The family has no e-mail address`
  return channel === 'APP' ? t`The student has no account` : t`The family has no phone number`
}
