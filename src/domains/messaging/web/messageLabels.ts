import { t } from '@lingui/core/macro'
import { schoolDay, showDay } from '#shared/dates.ts'
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
  EMAIL: t`E-mail`,
  APP: t`App`,
}

export const stateLabels: Readonly<Record<MessageState, string>> = {
  QUEUED: t`Queued`,
  SENDING: t`Being sent`,
  SENT: t`Sent`,
  DELIVERED: t`Delivered`,
  READ: t`Read`,
  FAILED: t({ message: 'Failed', context: 'a message' }),
  UNKNOWN: t`Unknown`,
  CANCELLED: t`Cancelled`,
}

/** Explains a state to staff who want to know whether a family was told. */
export const stateMeanings: Readonly<Record<MessageState, string>> = {
  QUEUED: t`It is waiting to be sent.`,
  SENDING: t`It is being handed to the provider.`,
  SENT: t`The provider has it. Whether it arrived is not known yet.`,
  DELIVERED: t`It has arrived.`,
  READ: t`It has arrived and was opened.`,
  FAILED: t`It could not be delivered by any channel.`,
  UNKNOWN: t`The provider did not confirm it, so it may have arrived. It is not sent again automatically, so that nobody gets it twice.`,
  CANCELLED: t`It was not sent.`,
}

/** Formats channels in the order they are tried: 'WhatsApp, then SMS'. */
export function formatChannels(channels: readonly MessageChannel[]): string {
  return channels
    .map((channel) => channelLabels[channel])
    .reduce((before, next) => (before === '' ? next : t`${before}, then ${next}`), '')
}

/** Formats the day of a moment without its year, for a phone: '21 Nov'. */
export function shortDay(moment: string): string {
  return showDay(schoolDay(new Date(moment))).slice(0, -' 2026'.length)
}

/** Joins full names. 'Asha and Rohan Patil' would guess at the surnames. */
export function formatNames(names: readonly string[]): string {
  return names.join(', ')
}
