import type { School } from '../../../platform/school.ts'
import type { Sent } from '../../../platform/sent.ts'

export type ChannelName = 'WHATSAPP' | 'SMS' | 'EMAIL' | 'APP'

/** One message as a channel sends it. */
export interface Letter {
  /** `${schoolId}-${messageId}`: the provider is given it and says it again, so that a message whose answer was lost is found. */
  reference: string
  /** Ten digits; empty where there is none. */
  phone: string
  email: string
  /** The account whose devices are told; null where there is none. */
  subject: string | null
  school: School
  /** What is registered at the provider. Its n-th variable is the n-th different {{variable}} of `text`. */
  template: {
    /** WhatsApp's name of it; empty where it has none. */
    name: string
    /** WhatsApp's code, such as `en` or `en_US`. */
    language: string
    /** The id of the registered SMS; empty where there is none. */
    dltTemplateId: string
    text: string
  }
  params: Readonly<Record<string, string>>
  /** The text with its variables filled in. */
  text: string
  title: string
  /** Where a notification leads: a path of this installation. */
  link: string | null
  /** Notifications with the same tag replace each other on a device; null for one that stands alone. */
  tag: string | null
}

/** A way to people. */
export interface Channel {
  name: ChannelName
  /** Whether this installation has it. */
  ready: boolean
  /** Hands a letter to the provider, once. Never throws; `signal` ends the wait, and what is not known by then is UNCLEAR. */
  send(letter: Letter, signal: AbortSignal): Promise<Sent>
}
