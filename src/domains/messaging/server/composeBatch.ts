import { createHash } from 'node:crypto'
import { type Day, schoolDay } from '#shared/dates.ts'
import { hasModule } from '#shared/modules.ts'
import { type Paise, scaleMoney, showMoney, sumMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import { plural, t } from '#shared/texts.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { languageOfSchool, type School, type SchoolFlag } from '#platform/school.ts'
import { channelProblem, type ChosenText, type KindSetting, notReadyReason, registeredText } from '../kinds.rules.ts'
import { type MessageChannel, reaches } from '../messaging.rules.ts'
import { hiddenCode } from '../oneTimeCode.rules.ts'
import { payLinkParam, withHiddenLink } from '../payLink.rules.ts'
import { type BatchKind, loginKinds } from '../messaging.schema.ts'
import { typedLanguageParam } from '../typedText.rules.ts'
import { type RenderedText, renderText, joinNames, smsSegments, variablesIn } from '../texts.rules.ts'
import type { Recipient } from './audience.sql.ts'
import { spokenParams } from './spokenParams.ts'
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

/** The messages of a batch that go in one language. */
export interface LanguageCount {
  language: Language
  count: number
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
  byLanguage: LanguageCount[]
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
  kind: BatchKind
  setting: KindSetting
  templates: readonly Template[]
  /** The name of a notice's templates; '' when none was chosen. */
  name: string
  /** Replaces {{text}}, in the school's language. */
  text: string
  /** The same in further languages. */
  otherTexts: Readonly<Partial<Record<Language, string>>>
  /** The address of the sign-in page. */
  address: string
  /** Whether an external sign-in service stores the passwords. */
  hasExternalSignIn: boolean
  students: readonly Recipient[]
  /** For login details: the accounts whose password is still the phone number. */
  withInitialPassword: ReadonlySet<string>
  /** For fee reminders: the amount that each student is asked for. */
  asked: ReadonlyMap<number, Paise>
  /** For exams: what is announced. */
  exam: AnnouncedExam | null
  /** For results: what the report cards are about, in each language. */
  part: Readonly<Record<Language, string>> | null
  now: Date
}

/** An exam that families are told of, with the days of each section's first and last paper. */
export interface AnnouncedExam {
  name: string
  daysOfSection: ReadonlyMap<number, { from: Day; to: Day }>
}

export interface ComposedBatch {
  preview: Preview
  /** The open channels, in the order they are tried. */
  channels: MessageChannel[]
  messages: Omit<NewMessage, 'event'>[]
}

/**
 * A message of a batch with its students' `names`, its students with sections in `who`, its first channel, and its text
 * by that.
 */
interface PlannedMessage {
  message: Omit<NewMessage, 'event'>
  names: string[]
  who: string[]
  channel: MessageChannel
  /** What the family wishes; the text may be in another language. */
  wanted: Language
  text: RenderedText
  chosen: ChosenText<Template>
}

/** Number of sample messages in a preview. */
const sampleSize = 5
/** The variable of a notice that is replaced by the typed text, as a template writes it. */
const textVariable = '{{text}}'
/** Number of students named per problem. */
const namedStudents = 3

/**
 * Composes the messages of a batch. Siblings with one phone get one message, except login messages, which are sent for
 * each student. A fee reminder of a school with online fees has an empty param for its pay link, which is made when the
 * batch is sent.
 */
export function composeBatch(request: BatchRequest): ComposedBatch {
  const { school, kind, setting, templates, name, now } = request
  const channels = setting.channels.filter((channel) => channelProblem(school, templates, { kind, name, channel }) === null)
  const { chosen, excluded } = chooseRecipients(request)
  const groups = Map.groupBy(chosen, (student) =>
    !loginKinds.includes(kind) && student.phone !== defaultPhone ? student.phone : `student ${student.studentId}`,
  )
  const planned: PlannedMessage[] = []
  let withoutPhone = 0
  for (const group of groups.values()) {
    const wanted = group[0]?.language ?? languageOfSchool(school)
    const preferred = languagesOfText(request, channels, wanted)
    const message = composeMessage(request, group, preferred[0])
    const address = { phone: message.phone ?? '', email: message.email ?? '', subject: message.subject ?? null }
    const channel = channels.find((candidate) => reaches(candidate, address))
    if (channel === undefined) {
      withoutPhone += group.length
      continue
    }
    const chosenText = registeredText(templates, { kind, name, channel }, preferred)
    planned.push({
      message,
      names: group.map((student) => student.name),
      who: group.map((student) => `${student.name}, ${student.sectionName}`),
      channel,
      wanted,
      chosen: chosenText,
      text: renderText(kind, channel, chosenText.text, spokenParams(withHiddenLink(message.params), chosenText.language)),
    })
  }
  const byChannel = channels.flatMap((channel) => {
    const sent = planned.filter((one) => one.channel === channel)
    if (sent.length === 0) return []
    const parts = sent.map(({ text, chosen: { price } }) => ({ price, segments: channel === 'SMS' ? smsSegments(text.text) : 1 }))
    const cost = sumMoney(parts.map(({ price, segments }) => scaleMoney(price, segments, 1)))
    return [{ channel, count: sent.length, segments: sumOf(parts.map(({ segments }) => segments)), cost }]
  })
  const byLanguage = [...Map.groupBy(planned, (one) => one.chosen.language)]
    .map(([language, messages]) => ({ language, count: messages.length }))
    .toSorted((a, b) => languages.indexOf(a.language) - languages.indexOf(b.language))
  const blocking = requestProblems(request, channels)
  const students = sumOf(planned.map(({ message }) => message.studentIds.length))
  const counts = {
    recipients: planned.length,
    students,
    siblingsMerged: students - planned.length,
    withoutPhone,
    ...excluded,
    byChannel,
    byLanguage,
    cost: sumMoney(byChannel.map((count) => count.cost)),
    sample: sampleOf(planned).map(({ message, names, channel, text }) => ({
      studentNames: names,
      phone: message.phone ?? '',
      channel,
      text: text.text,
    })),
  }
  const preview = {
    ...counts,
    problems: [
      ...blocking,
      ...(planned.length === 0 && blocking.length === 0 ? [t`None of these students can be reached.`] : []),
      ...problemsWithStudents(planned.map(({ text, who }) => ({ problem: text.problem, who }))),
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

/** Returns the first messages, of each language at least one. */
function sampleOf(planned: readonly PlannedMessage[]): PlannedMessage[] {
  const firstOfEach = new Set(
    [...Map.groupBy(planned, (one) => one.chosen.language).values()].flatMap(([first]) => (first ? [first] : [])),
  )
  return [...new Set([...firstOfEach, ...planned.slice(0, sampleSize)])].slice(0, sampleSize)
}

/**
 * Returns the languages in which a family gets its text, the preferred one first: its own if a template of an open
 * channel and what was typed are in it, else the school's.
 */
function languagesOfText(
  { school, kind, name, templates, text, otherTexts }: BatchRequest,
  channels: readonly MessageChannel[],
  wanted: Language,
): readonly [Language, ...Language[]] {
  const own = languageOfSchool(school)
  if (wanted === own) return [own]
  const isTyped = text === '' || otherTexts[wanted] !== undefined
  const hasText = channels.some((channel) => registeredText(templates, { kind, name, channel }, [wanted]).language === wanted)
  return isTyped && hasText ? [wanted, own] : [own]
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

function composeMessage(request: BatchRequest, group: readonly Recipient[], language: Language): Omit<NewMessage, 'event'> {
  const [first] = group
  return {
    studentIds: group.map((student) => student.studentId),
    phone: first && first.phone !== defaultPhone ? first.phone : '',
    email: group.find((student) => student.email !== '')?.email ?? '',
    subject: group.find((student) => student.subject !== null)?.subject ?? null,
    params: paramsOf(request, group, language),
  }
}

function paramsOf(
  { school, kind, text, otherTexts, address, asked, exam, part, now }: BatchRequest,
  group: readonly Recipient[],
  language: Language,
): Record<string, string> {
  const [first] = group
  const names = (all: readonly string[]) => speakIn(language, () => joinNames(all))
  const student = names(group.map(({ name }) => name))
  const schoolName = first?.schoolName ?? ''
  const section = () => names([...new Set(group.map(({ sectionName }) => sectionName))])
  if (kind === 'NOTICE')
    return {
      student,
      school: schoolName,
      section: section(),
      day: schoolDay(now),
      text: otherTexts[language] ?? text,
      [typedLanguageParam]: language,
    }
  if (kind === 'EXAM') {
    const days = group.flatMap(({ sectionId }) => exam?.daysOfSection.get(sectionId) ?? [])
    return {
      student,
      school: schoolName,
      section: section(),
      exam: exam?.name ?? '',
      from: days.map(({ from }) => from).toSorted()[0] ?? '',
      to:
        days
          .map(({ to }) => to)
          .toSorted()
          .at(-1) ?? '',
    }
  }
  if (kind === 'RESULT') return { student, school: schoolName, section: section(), part: part?.[language] ?? '' }
  if (kind === 'FEE_REMINDER')
    return {
      student,
      school: schoolName,
      amount: showMoney(sumMoney(group.map(({ studentId }) => asked.get(studentId) ?? 0))).replace('₹', ''),
      ...(hasModule<SchoolFlag>(school, 'onlineFees') && { [payLinkParam]: '' }),
    }
  return { student, school: schoolName, login: first?.loginEmail ?? '', address, code: hiddenCode }
}

/** Returns the problems of a batch that do not depend on its students. */
function requestProblems(request: BatchRequest, channels: readonly MessageChannel[]): string[] {
  const { school, kind, setting, templates, name, text } = request
  const chosen = kind !== 'NOTICE' || name !== ''
  // The switch of fee reminders is for those that go by themselves on the fee date.
  const enabled = setting.enabled || kind === 'FEE_REMINDER'
  const reason = notReadyReason(school, templates, kind, { ...setting, enabled })
  if (reason !== null) return [reason]
  if (request.hasExternalSignIn && kind === 'LOGIN_DETAILS')
    return [t`Passwords are kept by an external sign-in service, so there are no login details to send. Send the reminder.`]
  if (channels.length === 0)
    return chosen
      ? setting.channels.flatMap((channel) => channelProblem(school, templates, { kind, name, channel }) ?? [])
      : [t`Choose a template.`]
  if (kind !== 'NOTICE' || text !== '') return []
  return channels.some((channel) => asksText(request, channel)) ? [t`Write the text that replaces ${textVariable}.`] : []
}

/** Whether a text of the notice for a channel says what a person types. */
function asksText({ templates, name, school }: BatchRequest, channel: MessageChannel): boolean {
  const { text } = registeredText(templates, { kind: 'NOTICE', name, channel }, [languageOfSchool(school)])
  return variablesIn(text).includes('text')
}

/**
 * Returns hints: the languages that have no text, the closed channels, and the messages that are too long for a
 * fallback channel.
 */
function requestNotes(request: BatchRequest, channels: readonly MessageChannel[], planned: readonly PlannedMessage[]): string[] {
  const { school, kind, setting, templates, name, text } = request
  const closed = setting.channels.flatMap((channel) => channelProblem(school, templates, { kind, name, channel }) ?? [])
  const fallbackProblems = channels.slice(1).flatMap((channel) => {
    const problems = planned.map(({ message, who, wanted }) => {
      const fallback = registeredText(templates, { kind, name, channel }, languagesOfText(request, channels, wanted))
      const values = spokenParams(withHiddenLink(message.params), fallback.language)
      return { problem: renderText(kind, channel, fallback.text, values).problem, who }
    })
    return problemsWithStudents(problems).map(
      (problem) => t`If the first channel fails, the message cannot go by ${channelNames[channel]}: ${problem}`,
    )
  })
  const isTextUnused =
    kind === 'NOTICE' && text !== '' && channels.length > 0 && !channels.some((channel) => asksText(request, channel))
  const otherLanguage = Map.groupBy(
    planned.filter(({ wanted, chosen }) => wanted !== chosen.language),
    ({ wanted, chosen }) => [languageNames[wanted], languageNames[chosen.language]].join('/'),
  )
  const inOtherLanguage = [...otherLanguage].map(([languages, { length }]) => {
    const [wanted = '', spoken = ''] = languages.split('/')
    return t`${plural(length, { one: '# family has', other: '# families have' })} chosen ${wanted}, in which there is no text. It goes in ${spoken}.`
  })
  return [
    ...inOtherLanguage,
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
