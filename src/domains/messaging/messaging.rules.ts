import { indiaOffset, schoolDay, schoolTime, addDays } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'

/** What a message is about. */
export const messageKinds = [
  'LOGIN_DETAILS',
  'LOGIN_REMINDER',
  'SIGN_IN_CODE',
  'ABSENCE',
  'LATE',
  'FEE_REMINDER',
  'PAY_LINK',
  'WEEKLY',
  'TIMETABLE',
  'RECEIPT',
  'DISCIPLINE',
  'NOTICE',
  'CHAT',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** The ways to people. APP is a notification on a device. */
export const messageChannels = ['WHATSAPP', 'SMS', 'EMAIL', 'APP'] as const
export type MessageChannel = (typeof messageChannels)[number]

export const messageStates = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CANCELLED'] as const
export type MessageState = (typeof messageStates)[number]

/** The channels that a kind is sent by, in the order in which they are tried, where a school has chosen no others. */
export function defaultChannels(
  kind: MessageKind,
  { smsDisabled, whatsapp }: { smsDisabled: boolean; whatsapp: boolean },
): MessageChannel[] {
  if (kind === 'CHAT') return ['APP']
  if (kind === 'LOGIN_DETAILS' || kind === 'LOGIN_REMINDER' || kind === 'PAY_LINK') return ['WHATSAPP', 'SMS']
  if (kind === 'RECEIPT' || kind === 'SIGN_IN_CODE') return ['WHATSAPP', 'SMS', 'EMAIL']
  if (smsDisabled) return ['APP']
  return whatsapp ? ['WHATSAPP', 'SMS'] : ['SMS']
}

/** Where a recipient can be found. */
export interface Addresses {
  /** Ten digits, the default phone, or empty. */
  phone: string
  email: string
  /** The account whose devices are told. */
  subject: string | null
}

/** Whether a channel has an address of the recipient. */
export function reaches(channel: MessageChannel, { phone, email, subject }: Addresses): boolean {
  if (channel === 'EMAIL') return email !== ''
  if (channel === 'APP') return subject !== null
  return phone !== '' && phone !== defaultPhone
}

/** When a school sends nothing, in its own time as `HH:mm` or `HH:mm:ss`; both the same: never. */
export interface QuietHours {
  from: string
  to: string
}

/** Kinds whose recipients wait for them just now: a chat, the code to sign in with, and the pay link a family has asked for. */
const atAnyHour: readonly MessageKind[] = ['CHAT', 'SIGN_IN_CODE', 'PAY_LINK']

/** Returns the moment itself, or the end of the quiet hours that it is in. */
export function afterQuiet(kind: MessageKind, moment: Date, { from, to }: QuietHours): Date {
  if (atAnyHour.includes(kind) || from === to) return moment
  const [time, day] = [schoolTime(moment), schoolDay(moment)]
  const [start, end] = [clock(from), clock(to)]
  const overnight = start > end
  const quiet = overnight ? time >= start || time < end : time >= start && time < end
  if (!quiet) return moment
  return new Date(`${overnight && time >= start ? addDays(day, 1) : day}T${end}${indiaOffset}`)
}

function clock(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}

/** So often one channel is tried before the next is. */
export const mostAttempts = 6

/** Milliseconds before the next attempt, after so many that the provider has certainly not taken. */
export function backOff(attempts: number, afterMs = 0): number {
  const steps = [10_000, 30_000, 120_000, 600_000, 1_800_000]
  return Math.max(steps[Math.min(attempts, steps.length) - 1] ?? 10_000, afterMs)
}

/** The channel of a chain that is tried after another; undefined after the last. */
export function channelAfter(channels: readonly MessageChannel[], channel: MessageChannel): MessageChannel | undefined {
  return channels[channels.indexOf(channel) + 1]
}

/** What a provider says became of a message. */
export const providerStatuses = ['SENT', 'DELIVERED', 'READ', 'FAILED'] as const
export type ProviderStatus = (typeof providerStatuses)[number]

/** A message as its provider's word finds it. */
export interface Told {
  state: MessageState
  channels: readonly MessageChannel[]
  channel: MessageChannel
  /** How often all of its channels were tried. */
  tries: number
}

/** What a provider says: by which channel, and of which try. */
export interface Word {
  channel: MessageChannel
  try: number
  status: ProviderStatus
}

const ranks: Readonly<Partial<Record<MessageState, number>>> = {
  QUEUED: 0,
  SENDING: 1,
  UNKNOWN: 2,
  SENT: 3,
  DELIVERED: 4,
  READ: 5,
}

/**
 * The state that a provider's word makes of a message; null where it changes nothing. States only go forward: words come late, twice
 * and in any order. What a provider has delivered is delivered, even where it was given up before; but not once the next channel has
 * begun. That it failed counts only of the try that the message is at.
 */
export function stateAfter(told: Told, word: Word): { state: ProviderStatus; channel: MessageChannel } | null {
  const { state, channels, channel } = told
  const { status } = word
  if (state === 'CANCELLED' || word.try > told.tries) return null
  if (status === 'FAILED') {
    const current = word.channel === channel && word.try === told.tries
    return current && (state === 'SENDING' || state === 'UNKNOWN' || state === 'SENT') ? { state: status, channel } : null
  }
  const earlier = channels.indexOf(word.channel) < channels.indexOf(channel)
  if (word.channel !== channel) {
    // The next channel waits for its turn, and need not have it any more.
    return earlier && state === 'QUEUED' && channels.includes(word.channel) ? { state: status, channel: word.channel } : null
  }
  const forward = state === 'FAILED' || (ranks[status] ?? 0) > (ranks[state] ?? 0)
  return forward ? { state: status, channel } : null
}
