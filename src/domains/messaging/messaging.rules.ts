import { indiaOffset, schoolDay, schoolTime, addDays } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'

/** The channels. APP is a notification on a device. */
export const messageChannels = ['WHATSAPP', 'SMS', 'EMAIL', 'APP'] as const
export type MessageChannel = (typeof messageChannels)[number]

interface MessageKindRules {
  /** Default channels in the order they are tried; null: those of the school's settings. */
  channels: readonly MessageChannel[] | null
  /** Whether it is sent in quiet hours too, because the recipient waits for it. */
  ignoresQuietHours: boolean
  /** Whether a TEACHER may not see it, because it names what a family owes or paid, or how it signs in. */
  hiddenFromTeachers: boolean
  /** Whether it is sent even if all its students are disabled by then. */
  sentIfDisabled: boolean
  /** Whether it may only go to the phone it was queued for. */
  boundToPhone: boolean
}

/** The kinds of message with their rules. `texts.kinds.ts` has their texts, `kinds.rules.ts` the modules they need. */
export const messageKindRules = {
  LOGIN_DETAILS: {
    channels: ['WHATSAPP', 'SMS'],
    ignoresQuietHours: false,
    hiddenFromTeachers: true,
    sentIfDisabled: false,
    boundToPhone: true,
  },
  LOGIN_REMINDER: {
    channels: ['WHATSAPP', 'SMS'],
    ignoresQuietHours: false,
    hiddenFromTeachers: true,
    sentIfDisabled: false,
    boundToPhone: true,
  },
  SIGN_IN_CODE: {
    channels: ['WHATSAPP', 'SMS', 'EMAIL'],
    ignoresQuietHours: true,
    hiddenFromTeachers: true,
    sentIfDisabled: false,
    boundToPhone: false,
  },
  ABSENCE: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  LATE: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  FEE_REMINDER: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: true, sentIfDisabled: false, boundToPhone: true },
  PAY_LINK: {
    channels: ['WHATSAPP', 'SMS'],
    ignoresQuietHours: true,
    hiddenFromTeachers: true,
    sentIfDisabled: false,
    boundToPhone: true,
  },
  WEEKLY: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  TIMETABLE: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  RECEIPT: {
    channels: ['WHATSAPP', 'SMS', 'EMAIL'],
    ignoresQuietHours: false,
    hiddenFromTeachers: true,
    sentIfDisabled: true,
    boundToPhone: false,
  },
  DISCIPLINE: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: true, boundToPhone: false },
  NOTICE: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  EXAM: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  RESULT: { channels: null, ignoresQuietHours: false, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  CHAT: { channels: ['APP'], ignoresQuietHours: true, hiddenFromTeachers: false, sentIfDisabled: false, boundToPhone: false },
  APPROVAL: { channels: ['APP'], ignoresQuietHours: true, hiddenFromTeachers: true, sentIfDisabled: false, boundToPhone: false },
  REGISTER: { channels: ['APP'], ignoresQuietHours: true, hiddenFromTeachers: true, sentIfDisabled: false, boundToPhone: false },
  MARKS: { channels: ['APP'], ignoresQuietHours: false, hiddenFromTeachers: true, sentIfDisabled: false, boundToPhone: false },
} as const satisfies Record<string, MessageKindRules>

export type MessageKind = keyof typeof messageKindRules
export const messageKinds = Object.keys(messageKindRules) as MessageKind[]

/**
 * Kinds that go to devices only: they have no registered text, and are left out of the list of messages. What they tell
 * of is found in the chat or on a list of its own.
 */
export const deviceKinds: readonly MessageKind[] = ['CHAT', 'APPROVAL', 'REGISTER', 'MARKS']
/** All other kinds. */
export const registeredKinds: readonly MessageKind[] = messageKinds.filter((kind) => !deviceKinds.includes(kind))

export const messageStates = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CANCELLED'] as const
export type MessageState = (typeof messageStates)[number]

/** Returns a kind's channels in the order they are tried, for a school that has chosen none. */
export function defaultChannels(
  kind: MessageKind,
  { smsDisabled, whatsapp }: { smsDisabled: boolean; whatsapp: boolean },
): MessageChannel[] {
  const { channels } = messageKindRules[kind]
  if (channels) return [...channels]
  if (smsDisabled) return ['APP']
  return whatsapp ? ['WHATSAPP', 'SMS'] : ['SMS']
}

/** A recipient's addresses. */
export interface Addresses {
  /** Ten digits; the default phone and '' mean none. */
  phone: string
  email: string
  /** The account whose devices are notified; null for none. */
  subject: string | null
}

/** Returns whether a channel has an address of the recipient. */
export function reaches(channel: MessageChannel, { phone, email, subject }: Addresses): boolean {
  if (channel === 'EMAIL') return email !== ''
  if (channel === 'APP') return subject !== null
  return phone !== '' && phone !== defaultPhone
}

/**
 * The hours in which a school sends nothing, in India time as `HH:mm` or `HH:mm:ss`. Equal values mean no quiet hours.
 */
export interface QuietHours {
  from: string
  to: string
}

/** Returns the moment, or the end of the quiet hours it falls in. */
export function afterQuiet(kind: MessageKind, moment: Date, { from, to }: QuietHours): Date {
  if (messageKindRules[kind].ignoresQuietHours || from === to) return moment
  const time = schoolTime(moment)
  const day = schoolDay(moment)
  const start = withSeconds(from)
  const end = withSeconds(to)
  const overnight = start > end
  const isQuiet = overnight ? time >= start || time < end : time >= start && time < end
  if (!isQuiet) return moment
  return new Date(`${overnight && time >= start ? addDays(day, 1) : day}T${end}${indiaOffset}`)
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}

/** The param with the name of the person who sent a single message by hand, also where its kind is off for jobs. */
export const sentByParam = 'sentBy'

/** Maximum number of attempts by one channel before the next channel is tried. */
export const maxAttempts = 6

/**
 * Returns the milliseconds to wait before the next attempt, after a number of attempts that the provider did not take.
 * @param afterMs the minimum that the provider asked for
 */
export function retryDelayMs(attempts: number, afterMs = 0): number {
  const steps = [10_000, 30_000, 120_000, 600_000, 1_800_000]
  return Math.max(steps[Math.min(attempts, steps.length) - 1] ?? 10_000, afterMs)
}

/** Returns the next channel of the chain; undefined after the last. */
export function channelAfter(channels: readonly MessageChannel[], channel: MessageChannel): MessageChannel | undefined {
  return channels[channels.indexOf(channel) + 1]
}

/** The statuses that a provider reports for a message. */
export const providerStatuses = ['SENT', 'DELIVERED', 'READ', 'FAILED'] as const
export type ProviderStatus = (typeof providerStatuses)[number]

/** The state of a message when a provider's report arrives. */
export interface MessageProgress {
  state: MessageState
  channels: readonly MessageChannel[]
  channel: MessageChannel
  /** Number of times the message was handed to a provider, over all channels. */
  tries: number
}

/** A provider's report about one try of a message. */
export interface StatusReport {
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
 * Returns the state and channel after a provider's report; null when the report changes nothing. Reports arrive late,
 * twice and in any order, so a state only moves forward. DELIVERED and READ count even after FAILED, but not once the
 * next channel has started. FAILED counts only for the current try.
 */
export function stateAfter(
  message: MessageProgress,
  report: StatusReport,
): { state: ProviderStatus; channel: MessageChannel } | null {
  const { state, channels, channel } = message
  const { status } = report
  if (state === 'CANCELLED' || report.try > message.tries) return null
  if (status === 'FAILED') {
    const isCurrentTry = report.channel === channel && report.try === message.tries
    return isCurrentTry && (state === 'SENDING' || state === 'UNKNOWN' || state === 'SENT') ? { state: status, channel } : null
  }
  const earlier = channels.indexOf(report.channel) < channels.indexOf(channel)
  if (report.channel !== channel) {
    // The earlier channel did deliver, so the queued next channel is no longer needed.
    return earlier && state === 'QUEUED' && channels.includes(report.channel) ? { state: status, channel: report.channel } : null
  }
  const isForward = state === 'FAILED' || (ranks[status] ?? 0) > (ranks[state] ?? 0)
  return isForward ? { state: status, channel } : null
}
