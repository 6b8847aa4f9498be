import type { MessageChannel, MessageKind, MessageState } from '#ui/generated/schema.types.ts'
import { messageKinds } from '../messaging.rules.ts'
import { kindsOfMessages } from '../texts.kinds.ts'

/** What each kind of message is called. */
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

/** What a state means for whoever asks whether somebody has been told. */
export const stateMeanings: Readonly<Record<MessageState, string>> = {
  QUEUED: 'It waits to be sent.',
  SENDING: 'It is being given to the provider.',
  SENT: 'The provider has it. Whether it arrived is not known yet.',
  DELIVERED: 'It has arrived.',
  READ: 'It has arrived and was opened.',
  FAILED: 'It did not arrive on any way.',
  UNKNOWN:
    'Nobody knows whether the provider has it: its answer was lost. It is not sent again by itself, so that nobody is told twice.',
  CANCELLED: 'It was not sent.',
}

/** The ways a message is tried, in their order: 'WhatsApp, then SMS'. */
export function channelsWords(channels: readonly MessageChannel[]): string {
  return channels.map((channel) => channelLabels[channel]).join(', then ')
}

/** 'Asha and Rohan Patil' would guess at names: all of them, whole. */
export function namesWords(names: readonly string[]): string {
  return names.join(', ')
}
