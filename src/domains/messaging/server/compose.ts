import { createHash } from 'node:crypto'
import { showDay, schoolDay } from '#shared/dates.ts'
import { scaleMoney, sumMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { School } from '#platform/school.ts'
import { channelProblem, type KindSetting, notReady, registeredText } from '../kinds.rules.ts'
import { type MessageChannel, reaches } from '../messaging.rules.ts'
import { hiddenCode } from '../oneTimeCode.rules.ts'
import { type KindByHand, loginKinds } from '../messaging.schema.ts'
import { filled, namesOf, smsSegments, variablesIn } from '../texts.rules.ts'
import type { Listener } from './audience.sql.ts'
import type { NewMessage } from './queue.sql.ts'
import type { Template } from './templates.sql.ts'

/** What one channel would carry of an order, and what that costs in paise. */
export interface ChannelCount {
  channel: MessageChannel
  count: number
  /** SMS are charged by these. */
  segments: number
  cost: number
}

/** An order as its preview shows it, counted by the channel that is tried first for each message. */
export interface Preview {
  recipients: number
  students: number
  /** Students who are told in the message of a brother or sister. */
  siblingsMerged: number
  /** Students whom no open way reaches. */
  withoutPhone: number
  disabled: number
  /** Of login messages: students who have no account, and those whose details are not sent because they chose a password. */
  withoutAccount: number
  passwordChosen: number
  byChannel: ChannelCount[]
  cost: number
  sample: { studentNames: string[]; phone: string; channel: MessageChannel; text: string }[]
  /** Why it cannot be sent as it is. */
  problems: string[]
  /** What is good to know. */
  notes: string[]
  token: string
}

/** What is to be said to whom. */
export interface Wish {
  school: School
  kind: KindByHand
  setting: KindSetting
  templates: readonly Template[]
  /** Of a notice: the name of its templates; '' where none was chosen. */
  name: string
  /** What stands for {{text}}. */
  text: string
  /** Where students sign in. */
  address: string
  /** Whether another sign-in service keeps their passwords. */
  outside: boolean
  listeners: readonly Listener[]
  /** Of login details: the accounts whose password is still the phone's number. */
  initial: ReadonlySet<string>
  now: Date
}

export interface Composed {
  preview: Preview
  /** The ways that are open, in the order of the chain. */
  channels: MessageChannel[]
  messages: Omit<NewMessage, 'event'>[]
}

/** A message of an order, whose students are named by `names`, and with their sections by `who`. */
interface Told {
  message: Omit<NewMessage, 'event'>
  names: string[]
  who: string[]
  channel: MessageChannel
}

/** How many of the messages a preview shows. */
const samples = 5
/** How many students it names of those who share a problem. */
const named = 3

/**
 * Makes the messages of an order. Brothers and sisters on one phone are told once; a login is each student's own, and so is its message.
 */
export function compose(wish: Wish): Composed {
  const { school, kind, setting, templates, name, now } = wish
  const channels = setting.channels.filter((channel) => channelProblem(school, templates, { kind, name, channel }) === null)
  const { chosen, left } = chooseListeners(wish)
  const groups = Map.groupBy(chosen, (one) =>
    kind === 'NOTICE' && one.phone !== defaultPhone ? one.phone : `student ${one.studentId}`,
  )
  const told: Told[] = []
  let withoutPhone = 0
  for (const group of groups.values()) {
    const message = messageTo(wish, group)
    const address = { phone: message.phone ?? '', email: message.email ?? '', subject: message.subject ?? null }
    const channel = channels.find((one) => reaches(one, address))
    const names = group.map((one) => one.name)
    if (channel) told.push({ message, names, who: group.map((one) => `${one.name}, ${one.sectionName}`), channel })
    else withoutPhone += group.length
  }
  const texts = told.map(({ message, channel }) =>
    filled(kind, channel, registeredText(templates, { kind, name, channel }).text, message.params),
  )
  const byChannel = channels.flatMap((channel) => {
    const places = told.flatMap((one, place) => (one.channel === channel ? [place] : []))
    if (places.length === 0) return []
    const segments = places.reduce((sum, place) => sum + (channel === 'SMS' ? smsSegments(texts[place]?.text ?? '') : 1), 0)
    const { price } = registeredText(templates, { kind, name, channel })
    return [{ channel, count: places.length, segments, cost: scaleMoney(price, segments, 1) }]
  })
  const wrong = wishProblems(wish, channels)
  const students = sumOf(told.map(({ message }) => message.studentIds.length))
  const preview = {
    recipients: told.length,
    students,
    siblingsMerged: students - told.length,
    withoutPhone,
    ...left,
    byChannel,
    cost: sumMoney(byChannel.map((of) => of.cost)),
    sample: told.slice(0, samples).map(({ message, names, channel }, place) => ({
      studentNames: names,
      phone: message.phone ?? '',
      channel,
      text: texts[place]?.text ?? '',
    })),
    problems: [
      ...wrong,
      ...(told.length === 0 && wrong.length === 0 ? ['Nobody of them can be told.'] : []),
      ...whose(texts.map((one, place) => ({ problem: one.problem, who: told[place]?.who ?? [] }))),
    ],
    notes: wishNotes(wish, channels, told),
  }
  const messages = told.map(({ message }) => message)
  const used = templates.filter((one) => one.kind === kind && one.name.toLowerCase() === name.toLowerCase())
  const token = createHash('sha256')
    .update(JSON.stringify([kind, schoolDay(now), channels, used.map((one) => [one.id, one.version]), messages, preview]))
    .digest('base64url')
  return { preview: { ...preview, token }, channels, messages }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

type Left = Pick<Preview, 'disabled' | 'withoutAccount' | 'passwordChosen'>

/** Whom a kind is for, and how many of the others there are of each sort. */
function chooseListeners({ kind, listeners, initial }: Wish): { chosen: Listener[]; left: Left } {
  const enabled = listeners.filter((one) => !one.disabled)
  const left = { disabled: listeners.length - enabled.length, withoutAccount: 0, passwordChosen: 0 }
  if (!loginKinds.includes(kind)) return { chosen: enabled, left }
  const accounts = enabled.filter((one) => one.subject !== null && one.loginEmail !== null)
  const chosen = kind === 'LOGIN_DETAILS' ? accounts.filter((one) => initial.has(one.subject ?? '')) : accounts
  return {
    chosen,
    left: { ...left, withoutAccount: enabled.length - accounts.length, passwordChosen: accounts.length - chosen.length },
  }
}

function messageTo({ kind, text, address, now }: Wish, group: readonly Listener[]): Omit<NewMessage, 'event'> {
  const [first] = group
  const params: Record<string, string> = {
    student: namesOf(group.map((one) => one.name)),
    school: first?.schoolName ?? '',
    ...(kind === 'NOTICE'
      ? { section: namesOf([...new Set(group.map((one) => one.sectionName))]), day: showDay(schoolDay(now)), text }
      : { login: first?.loginEmail ?? '', address, code: hiddenCode }),
  }
  return {
    studentIds: group.map((one) => one.studentId),
    phone: first && first.phone !== defaultPhone ? first.phone : '',
    email: group.find((one) => one.email !== '')?.email ?? '',
    subject: group.find((one) => one.subject !== null)?.subject ?? null,
    params,
  }
}

/** What keeps an order from being sent, whoever is told. */
function wishProblems(wish: Wish, channels: readonly MessageChannel[]): string[] {
  const { school, kind, setting, templates, name, text } = wish
  const chosen = kind !== 'NOTICE' || name !== ''
  const off = notReady(school, templates, kind, setting)
  if (off !== null) return [off]
  if (wish.outside && kind === 'LOGIN_DETAILS')
    return ['Another sign-in service keeps the passwords, and nobody knows the first ones here. Send the reminder.']
  if (channels.length === 0)
    return chosen
      ? setting.channels.flatMap((channel) => channelProblem(school, templates, { kind, name, channel }) ?? [])
      : ['Choose a template.']
  if (kind !== 'NOTICE' || text !== '') return []
  const asks = channels.some((channel) => variablesIn(registeredText(templates, { kind, name, channel }).text).includes('text'))
  return asks ? ['Write what stands for {{text}}.'] : []
}

/** The ways that are closed, and what the ways after the first have no room for. */
function wishNotes(wish: Wish, channels: readonly MessageChannel[], told: readonly Told[]): string[] {
  const { school, kind, setting, templates, name, text } = wish
  const closed = setting.channels.flatMap((channel) => channelProblem(school, templates, { kind, name, channel }) ?? [])
  const later = channels.slice(1).flatMap((channel) => {
    const registered = registeredText(templates, { kind, name, channel }).text
    const problems = told.map(({ message, who }) => ({ problem: filled(kind, channel, registered, message.params).problem, who }))
    return whose(problems).map((problem) => `As ${channel}, where the first way fails: ${problem}`)
  })
  const unused =
    kind === 'NOTICE' &&
    text !== '' &&
    channels.length > 0 &&
    !channels.some((channel) => variablesIn(registeredText(templates, { kind, name, channel }).text).includes('text'))
  return [
    ...(channels.length > 0 ? closed : []),
    ...later,
    ...(unused ? ['The template has no {{text}}: what you wrote is not sent.'] : []),
  ]
}

/** Problems of many messages, each once with the students who have it, whose data can then be put right; a handful at most. */
function whose(all: readonly { problem: string | null; who: readonly string[] }[]): string[] {
  const found = [
    ...Map.groupBy(
      all.filter((one) => one.problem !== null),
      (one) => one.problem,
    ),
  ]
  const said = found.map(([problem, of]) => `${problem}: ${firstOf(of)}.`)
  if (said.length <= 6) return said
  const rest = found.slice(5)
  return [...said.slice(0, 5), `And ${rest.length} more of this sort: ${firstOf(rest.flatMap(([, of]) => of))}.`]
}

/** `Asha Patil, 7-B; Rohan Patil, 8-A; Om Rao, 8-A; and 9 more` */
function firstOf(messages: readonly { who: readonly string[] }[]): string {
  const who = messages.flatMap((one) => one.who)
  return [...who.slice(0, named), ...(who.length > named ? [`and ${who.length - named} more`] : [])].join('; ')
}
