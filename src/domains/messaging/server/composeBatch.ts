import { createHash } from 'node:crypto'
import { schoolDay } from '#shared/dates.ts'
import { scaleMoney, sumMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { t } from '#shared/texts.ts'
import type { School } from '#platform/school.ts'
import { channelProblem, type KindSetting, notReadyReason, registeredText } from '../kinds.rules.ts'
import { type MessageChannel, reaches } from '../messaging.rules.ts'
import { hiddenCode } from '../oneTimeCode.rules.ts'
import { type KindByHand, loginKinds } from '../messaging.schema.ts'
import { renderText, joinNames, smsSegments, variablesIn } from '../texts.rules.ts'
import type { Recipient } from './audience.sql.ts'
import { messageDay } from './messageDay.ts'
import { channelNames } from './messages.sql.ts'
import type { NewMessage } from './queue.sql.ts'
import type { Template } from './templates.sql.ts'

/** The messages of a batch that one channel would carry, and their cost in paise. */
export interface ChannelCount {
  channel: MessageChannel
  count: number
  /** Number of units the provider charges for: SMS segments, otherwise messages. */
  segments: number
  cost: number
}

/** The preview of a batch, counted by the first channel of each message. */
export interface Preview {
  recipients: number
  students: number
  /** Students included in the message of a brother or sister. */
  siblingsMerged: number
  /** Students without an address for any open channel. */
  withoutPhone: number
  disabled: number
  /** For login messages: students without an account, and students who chose a password and get no login details. */
  withoutAccount: number
  passwordChosen: number
  byChannel: ChannelCount[]
  cost: number
  sample: { studentNames: string[]; phone: string; channel: MessageChannel; text: string }[]
  /** Reasons why the batch cannot be sent. */
  problems: string[]
  /** Hints that do not stop the batch. */
  notes: string[]
  token: string
}

/** The input of a batch: its kind, text, settings and students. */
export interface BatchRequest {
  school: School
  kind: KindByHand
  setting: KindSetting
  templates: readonly Template[]
  /** The name of a notice's templates; '' when none was chosen. */
  name: string
  /** Replaces {{text}}. */
  text: string
  /** The address of the sign-in page. */
  address: string
  /** Whether an external sign-in service stores the passwords. */
  hasExternalSignIn: boolean
  students: readonly Recipient[]
  /** For login details: the accounts whose password is still the phone number. */
  withInitialPassword: ReadonlySet<string>
  now: Date
}

export interface ComposedBatch {
  preview: Preview
  /** The open channels, in the order they are tried. */
  channels: MessageChannel[]
  messages: Omit<NewMessage, 'event'>[]
}

/** A message of a batch with its students' `names`, its students with sections in `who`, and its first channel. */
interface PlannedMessage {
  message: Omit<NewMessage, 'event'>
  names: string[]
  who: string[]
  channel: MessageChannel
}

/** Number of sample messages in a preview. */
const sampleSize = 5
/** The variable of a notice that is replaced by the typed text, as a template writes it. */
const textVariable = '{{text}}'
/** Number of students named per problem. */
const namedStudents = 3

/**
 * Composes the messages of a batch. Siblings with one phone get one message, except login messages, which are sent for
 * each student.
 */
export function composeBatch(request: BatchRequest): ComposedBatch {
  const { school, kind, setting, templates, name, now } = request
  const channels = setting.channels.filter((channel) => channelProblem(school, templates, { kind, name, channel }) === null)
  const { chosen, excluded } = chooseRecipients(request)
  const groups = Map.groupBy(chosen, (student) =>
    kind === 'NOTICE' && student.phone !== defaultPhone ? student.phone : `student ${student.studentId}`,
  )
  const planned: PlannedMessage[] = []
  let withoutPhone = 0
  for (const group of groups.values()) {
    const message = composeMessage(request, group)
    const address = { phone: message.phone ?? '', email: message.email ?? '', subject: message.subject ?? null }
    const channel = channels.find((candidate) => reaches(candidate, address))
    const names = group.map((student) => student.name)
    if (channel) planned.push({ message, names, who: group.map((student) => `${student.name}, ${student.sectionName}`), channel })
    else withoutPhone += group.length
  }
  const texts = planned.map(({ message, channel }) =>
    renderText(kind, channel, registeredText(templates, { kind, name, channel }).text, message.params),
  )
  const byChannel = channels.flatMap((channel) => {
    const indexes = planned.flatMap((message, index) => (message.channel === channel ? [index] : []))
    if (indexes.length === 0) return []
    const segments = sumOf(indexes.map((index) => (channel === 'SMS' ? smsSegments(texts[index]?.text ?? '') : 1)))
    const { price } = registeredText(templates, { kind, name, channel })
    return [{ channel, count: indexes.length, segments, cost: scaleMoney(price, segments, 1) }]
  })
  const blocking = requestProblems(request, channels)
  const students = sumOf(planned.map(({ message }) => message.studentIds.length))
  const counts = {
    recipients: planned.length,
    students,
    siblingsMerged: students - planned.length,
    withoutPhone,
    ...excluded,
    byChannel,
    cost: sumMoney(byChannel.map((count) => count.cost)),
    sample: planned.slice(0, sampleSize).map(({ message, names, channel }, index) => ({
      studentNames: names,
      phone: message.phone ?? '',
      channel,
      text: texts[index]?.text ?? '',
    })),
  }
  const preview = {
    ...counts,
    problems: [
      ...blocking,
      ...(planned.length === 0 && blocking.length === 0 ? [t`None of these students can be reached.`] : []),
      ...problemsWithStudents(texts.map((text, index) => ({ problem: text.problem, who: planned[index]?.who ?? [] }))),
    ],
    notes: requestNotes(request, channels, planned),
  }
  const messages = planned.map(({ message }) => message)
  const used = templates.filter((template) => template.kind === kind && template.name.toLowerCase() === name.toLowerCase())
  const token = createHash('sha256')
    .update(
      JSON.stringify([
        kind,
        schoolDay(now),
        channels,
        used.map((template) => [template.id, template.version]),
        messages,
        // Without the problems and notes, which are said in the reader's language.
        counts,
      ]),
    )
    .digest('base64url')
  return { preview: { ...preview, token }, channels, messages }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

type ExclusionCounts = Pick<Preview, 'disabled' | 'withoutAccount' | 'passwordChosen'>

/** Returns the students that a kind is sent to, and counts the students that are left out. */
function chooseRecipients({ kind, students, withInitialPassword }: BatchRequest): {
  chosen: Recipient[]
  excluded: ExclusionCounts
} {
  const enabled = students.filter((student) => !student.disabled)
  const excluded = { disabled: students.length - enabled.length, withoutAccount: 0, passwordChosen: 0 }
  if (!loginKinds.includes(kind)) return { chosen: enabled, excluded }
  const accounts = enabled.filter((student) => student.subject !== null && student.loginEmail !== null)
  const chosen =
    kind === 'LOGIN_DETAILS' ? accounts.filter((student) => withInitialPassword.has(student.subject ?? '')) : accounts
  return {
    chosen,
    excluded: { ...excluded, withoutAccount: enabled.length - accounts.length, passwordChosen: accounts.length - chosen.length },
  }
}

function composeMessage({ kind, text, address, now }: BatchRequest, group: readonly Recipient[]): Omit<NewMessage, 'event'> {
  const [first] = group
  const params: Record<string, string> = {
    student: joinNames(group.map((student) => student.name)),
    school: first?.schoolName ?? '',
    ...(kind === 'NOTICE'
      ? { section: joinNames([...new Set(group.map((student) => student.sectionName))]), day: messageDay(schoolDay(now)), text }
      : { login: first?.loginEmail ?? '', address, code: hiddenCode }),
  }
  return {
    studentIds: group.map((student) => student.studentId),
    phone: first && first.phone !== defaultPhone ? first.phone : '',
    email: group.find((student) => student.email !== '')?.email ?? '',
    subject: group.find((student) => student.subject !== null)?.subject ?? null,
    params,
  }
}

/** Returns the problems of a batch that do not depend on its students. */
function requestProblems(request: BatchRequest, channels: readonly MessageChannel[]): string[] {
  const { school, kind, setting, templates, name, text } = request
  const chosen = kind !== 'NOTICE' || name !== ''
  const reason = notReadyReason(school, templates, kind, setting)
  if (reason !== null) return [reason]
  if (request.hasExternalSignIn && kind === 'LOGIN_DETAILS')
    return [t`Passwords are kept by an external sign-in service, so there are no login details to send. Send the reminder.`]
  if (channels.length === 0)
    return chosen
      ? setting.channels.flatMap((channel) => channelProblem(school, templates, { kind, name, channel }) ?? [])
      : [t`Choose a template.`]
  if (kind !== 'NOTICE' || text !== '') return []
  const needsText = channels.some((channel) =>
    variablesIn(registeredText(templates, { kind, name, channel }).text).includes('text'),
  )
  return needsText ? [t`Write the text that replaces ${textVariable}.`] : []
}

/** Returns hints: the closed channels, and the messages that are too long for a fallback channel. */
function requestNotes(request: BatchRequest, channels: readonly MessageChannel[], planned: readonly PlannedMessage[]): string[] {
  const { school, kind, setting, templates, name, text } = request
  const closed = setting.channels.flatMap((channel) => channelProblem(school, templates, { kind, name, channel }) ?? [])
  const fallbackProblems = channels.slice(1).flatMap((channel) => {
    const registered = registeredText(templates, { kind, name, channel }).text
    const problems = planned.map(({ message, who }) => ({
      problem: renderText(kind, channel, registered, message.params).problem,
      who,
    }))
    return problemsWithStudents(problems).map(
      (problem) => t`If the first channel fails, the message cannot go by ${channelNames[channel]}: ${problem}`,
    )
  })
  const isTextUnused =
    kind === 'NOTICE' &&
    text !== '' &&
    channels.length > 0 &&
    !channels.some((channel) => variablesIn(registeredText(templates, { kind, name, channel }).text).includes('text'))
  return [
    ...(channels.length > 0 ? closed : []),
    ...fallbackProblems,
    ...(isTextUnused ? [t`The template has no ${textVariable}, so your text is not sent.`] : []),
  ]
}

/** Returns each problem once, with students who have it, so that their data can be corrected; at most six lines. */
function problemsWithStudents(all: readonly { problem: string | null; who: readonly string[] }[]): string[] {
  const groups = [
    ...Map.groupBy(
      all.filter((message) => message.problem !== null),
      (message) => message.problem,
    ),
  ]
  const lines = groups.map(([problem, messages]) => `${problem}: ${firstStudents(messages)}.`)
  if (lines.length <= 6) return lines
  const rest = groups.slice(5)
  return [
    ...lines.slice(0, 5),
    t`And ${rest.length} more problems of this kind: ${firstStudents(rest.flatMap(([, messages]) => messages))}.`,
  ]
}

/** Formats students: `Asha Patil, 7-B; Rohan Patil, 8-A; Om Rao, 8-A; and 9 more`. */
function firstStudents(messages: readonly { who: readonly string[] }[]): string {
  const who = messages.flatMap((message) => message.who)
  const more = who.length - namedStudents
  return [...who.slice(0, namedStudents), ...(more > 0 ? [t`and ${more} more`] : [])].join('; ')
}
