import type { MessageChannel, MessageKind, MessageState } from '#ui/generated/schema.types.ts'
import { messageKinds } from '../messaging.rules.ts'
import { kindsOfMessages } from '../texts.kinds.ts'

/** The label of each kind of message. */
export const kindLabels = Object.fromEntries(messageKinds.map((kind) => [kind, kindsOfMessages[kind].label])) as Readonly<
  Record<MessageKind, string>
>

export const channelLabels: Readonly<Record<MessageChannel, string>> = {
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'E-mail',
  APP: 'App',
}

export const stateLabels: Readonly<Record<MessageState, string>> = {
  QUEUED: 'Queued',
  SENDING: 'Being sent',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  READ: 'Read',
  FAILED: 'Failed',
  UNKNOWN: 'Unknown',
  CANCELLED: 'Cancelled',
}

/** Explains a state to staff who want to know whether a family was told. */
export const stateMeanings: Readonly<Record<MessageState, string>> = {
  QUEUED: 'It is waiting to be sent.',
  SENDING: 'It is being handed to the provider.',
  SENT: 'The provider has it. Whether it arrived is not known yet.',
  DELIVERED: 'It has arrived.',
  READ: 'It has arrived and was opened.',
  FAILED: 'It could not be delivered by any channel.',
  UNKNOWN:
    'The provider did not confirm it, so it may have arrived. It is not sent again automatically, so that nobody gets it twice.',
  CANCELLED: 'It was not sent.',
}

/** Formats channels in the order they are tried: 'WhatsApp, then SMS'. */
export function formatChannels(channels: readonly MessageChannel[]): string {
  return channels.map((channel) => channelLabels[channel]).join(', then ')
}

/** Joins full names. 'Asha and Rohan Patil' would guess at the surnames. */
export function formatNames(names: readonly string[]): string {
  return names.join(', ')
}
