import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/connect.ts'
import { wholeId } from '#platform/database/citus.ts'
import { type School, schoolById } from '#platform/school.ts'
import type { Sent } from '#platform/sent.ts'
import {
  afterQuiet,
  backOff,
  type MessageChannel,
  messageChannels,
  type MessageKind,
  mostAttempts,
  reaches,
} from '../messaging.rules.ts'
import type { Channel, Letter } from './channels.ts'
import { takeRecipient } from './gates.sql.ts'
import type { Compose, Ended, Said, Unsayable } from './letters.ts'
import {
  changeMessage,
  channelWords,
  endMessage,
  endWithdrawn,
  lockMessage,
  lookAgain,
  lookNoMore,
  type MessageRow,
  nextChannel,
  waitUntil,
} from './messages.sql.ts'
import { expiredWords, quietHoursOf } from './queue.sql.ts'

/** The way to a message. */
export interface Place {
  schoolId: number
  messageId: number
}

/** How long what may take, in milliseconds; the tests are in a hurry. */
export interface SendingTimes {
  /** Between two looks for what nobody has told of. */
  look: number
  /** What a provider has not answered by then is not known to have been sent. Longer than any channel waits for an answer. */
  dead: Readonly<Record<MessageChannel, number>>
  /** Between two messages by WhatsApp to one phone. */
  recipient: number
  /** What somebody else holds is waited for so long, and tried again: few transactions send for all schools. */
  lock: number
  /** Before another attempt, by the number of those that were made, in the place of the usual times. */
  again?: (attempts: number) => number
}

export const sendingTimes: SendingTimes = {
  look: 1000,
  dead: { WHATSAPP: 60_000, SMS: 60_000, EMAIL: 120_000, APP: 60_000 },
  recipient: 6000,
  lock: 3000,
}

/** A try that nobody else makes. */
export interface Claim extends Place {
  channel: MessageChannel
  run: string
  letter: Letter
}

/** The channels by which something is due now. */
export async function dueChannels({ kysely }: Database): Promise<MessageChannel[]> {
  const first = messageChannels.map(
    (channel) => sql`(select channel from message_queue where channel = ${channel} and due_at <= clock_timestamp() limit 1)`,
  )
  const { rows } = await sql<{ channel: MessageChannel }>`${sql.join(first, sql` union all `)}`.execute(kysely)
  return rows.map(({ channel }) => channel)
}

/** So many seconds nobody else looks at what a process has taken to claim it. */
const reservedSeconds = 10

/**
 * Something is to be done now about these, by one channel: schools in turn, the oldest of each first. For a moment no other process is
 * told of them, so that not all try to claim the same.
 */
export async function takePlaces(database: Database, channel: MessageChannel, most: number): Promise<Place[]> {
  if (await database.isCluster()) return takeBySchool(database, channel, most)
  const { rows } = await sql<Place>`
    with waiting as (select distinct school_id from message_queue where channel = ${channel} and due_at <= clock_timestamp()),
    oldest as (
      select waiting.school_id, first.message_id, first.place from waiting cross join lateral (
        select message_id, row_number() over (order by due_at, message_id) as place from message_queue
        where school_id = waiting.school_id and channel = ${channel} and due_at <= clock_timestamp()
        order by due_at, message_id limit ${most * 4}
      ) first
      order by first.place, random() limit ${most * 4}
    ), taken as (
      select q.school_id, q.message_id from oldest join message_queue q using (school_id, message_id)
      where q.channel = ${channel} and q.due_at <= clock_timestamp()
      order by oldest.place limit ${most} for update of q skip locked
    )
    update message_queue q set due_at = clock_timestamp() + make_interval(secs => ${reservedSeconds})
    from taken where q.school_id = taken.school_id and q.message_id = taken.message_id
    returning q.school_id, q.message_id`.execute(database.kysely)
  return rows
}

/** The same where no statement locks rows of several nodes: who comes second waits for the first, and finds nothing due. */
async function takeBySchool({ kysely }: Database, channel: MessageChannel, most: number): Promise<Place[]> {
  const due = await sql<Place>`
    select school_id, message_id from (
      select school_id, message_id, row_number() over (partition by school_id order by due_at, message_id) as place
      from message_queue where channel = ${channel} and due_at <= statement_timestamp()
    ) waiting order by place, random() limit ${most}`.execute(kysely)
  const taken: Place[] = []
  for (const [schoolId, places] of Map.groupBy(due.rows, (place) => place.schoolId)) {
    const { rows } = await sql<Place>`
      update message_queue set due_at = statement_timestamp() + make_interval(secs => ${reservedSeconds})
      where school_id = ${schoolId} and message_id = any(${places.map((place) => place.messageId)}::bigint[])
        and channel = ${channel} and due_at <= statement_timestamp()
      returning school_id, message_id`.execute(kysely)
    taken.push(...rows)
  }
  return taken
}

/** Ends what follows in this transaction with an error, where somebody else holds a row for too long. */
async function waitNoLonger(db: Tx, { lock }: SendingTimes): Promise<void> {
  await sql.raw(`set local lock_timeout to ${wholeId(lock)}`).execute(db)
}

interface Claiming {
  database: Database
  channels: readonly Channel[]
  compose: Compose
  times: SendingTimes
}

const lostWords = 'The provider was told of it and its answer never came. It may have arrived.'

/**
 * Takes a message to be sent by a channel, so that nobody else does; undefined when there is nothing to be sent now. What has waited too
 * long is cancelled, what was claimed and never answered is UNKNOWN, what the channel cannot say goes to the next one.
 */
export async function claimMessage(claiming: Claiming, place: Place, by: MessageChannel): Promise<Claim | undefined> {
  const { database, times } = claiming
  const school = await schoolById(database, place.schoolId)
  if (!school) return undefined
  return database.transaction(place.schoolId, async (db) => {
    await waitNoLonger(db, times)
    const message = await lockMessage(db, place.schoolId, place.messageId, { skip: true })
    if (!message) return undefined
    if (message.state === 'SENDING') {
      const silent = message.now.getTime() - (message.claimedAt?.getTime() ?? 0)
      if (silent >= times.dead[message.channel]) await endMessage(db, message, 'UNKNOWN', lostWords)
      return undefined
    }
    if (message.state !== 'QUEUED') await lookNoMore(db, message)
    else if (message.channel === by && message.dueAt <= message.now) return begin(db, school, message, claiming)
    return undefined
  })
}

async function begin(
  db: Tx,
  school: School,
  message: MessageRow & { now: Date },
  { channels, compose, times }: Claiming,
): Promise<Claim | undefined> {
  const { schoolId, id, channel, now, expiresAt } = message
  if (await allDisabled(db, message)) {
    await endMessage(db, message, 'CANCELLED', disabledWords)
    return undefined
  }
  const dueAt = afterQuiet(message.kind, now, quietHoursOf(school))
  if (expiresAt !== null && expiresAt <= dueAt) {
    await endMessage(db, message, 'CANCELLED', expiredWords)
    return undefined
  }
  if (dueAt > now) {
    await waitUntil(db, message, channel, dueAt)
    return undefined
  }
  const composed = await whatIsSaid(db, school, message, { channels, compose })
  if ('ended' in composed) {
    await endMessage(db, message, 'CANCELLED', composed.ended)
    return undefined
  }
  if ('unsayable' in composed) {
    await nextChannel(db, message, composed.unsayable)
    return undefined
  }
  const { kept = composed.text, ...said } = composed
  if (channel === 'WHATSAPP' && !(await takeRecipient(db, channel, message.phone, times.recipient / 1000))) {
    await waitUntil(db, message, channel, new Date(now.getTime() + times.recipient))
    return undefined
  }
  const run = randomUUID()
  const tries = message.tries + 1
  const claim = { state: 'SENDING', run, tries, attempts: message.attempts + 1, claimedAt: now, stateAt: now, text: kept }
  // The provider's name of an earlier try is not this one's.
  const claimed = { ...claim, providerRef: null }
  await changeMessage(db, message, claimed)
  await lookAgain(db, message, channel, new Date(now.getTime() + times.dead[channel]))
  const { phone, email, subject } = message
  const reference = referenceOf(schoolId, id, tries)
  return { schoolId, messageId: id, channel, run, letter: { ...said, reference, phone, email, subject, school } }
}

const disabledWords = 'Who it is about was disabled meanwhile.'

/** Money that was paid, and what has happened, are told all the same. */
const toldOfDisabled: readonly MessageKind[] = ['RECEIPT', 'DISCIPLINE']

/** Whether a message is of no use any more, because all students it is about were disabled. */
async function allDisabled(db: Tx, { schoolId, id, kind }: MessageRow): Promise<boolean> {
  if (toldOfDisabled.includes(kind)) return false
  const about = await db
    .selectFrom('messageStudents as about')
    .innerJoin('students as s', (on) => on.onRef('s.schoolId', '=', 'about.schoolId').onRef('s.id', '=', 'about.studentId'))
    .select(sql<boolean>`coalesce(bool_and(s.disabled), false)`.as('disabled'))
    .where('about.schoolId', '=', schoolId)
    .where('about.messageId', '=', id)
    .executeTakeFirst()
  return about?.disabled ?? false
}

/** What is said by the channel it is at, or why it cannot be. */
async function whatIsSaid(
  db: Tx,
  school: School,
  message: MessageRow,
  { channels, compose }: Pick<Claiming, 'channels' | 'compose'>,
): Promise<Said | Unsayable | Ended> {
  const { channel } = message
  if (!channels.find(({ name }) => name === channel)?.ready)
    return { unsayable: `This installation cannot send by ${channelWords[channel]}.` }
  return reaches(channel, message) ? compose(db, school, message, channel) : { unsayable: unknownWords[channel] }
}

const unknownWords: Readonly<Record<MessageChannel, string>> = {
  WHATSAPP: 'No phone is known.',
  SMS: 'No phone is known.',
  EMAIL: 'No e-mail is known.',
  APP: 'No account is known.',
}

/** A try's name at its provider. */
export function referenceOf(schoolId: number, messageId: number, nth: number): string {
  return `${schoolId}-${messageId}-${nth}`
}

/** Stores what a provider answered. Nothing where the try is nobody's any more, but what the provider calls the message. */
export function storeOutcome(database: Database, claim: Claim, sent: Sent, times: SendingTimes): Promise<void> {
  const { schoolId, messageId, run, letter } = claim
  return database.transaction(schoolId, async (db) => {
    await waitNoLonger(db, times)
    const message = await lockMessage(db, schoolId, messageId)
    if (!message) return
    if (sent.outcome === 'ACCEPTED')
      await noteReference(db, message, { channel: claim.channel, reference: letter.reference, ref: sent.ref })
    if (message.run !== run || (message.state !== 'SENDING' && message.state !== 'UNKNOWN')) return
    const { channel, now, attempts } = message
    switch (sent.outcome) {
      case 'ACCEPTED': {
        const change = { state: 'SENT', sentAt: now, stateAt: now, failure: null }
        await changeMessage(db, message, change, { channel, state: 'SENT' })
        return lookNoMore(db, message)
      }
      case 'REFUSED':
        return nextChannel(db, message, sent.reason)
      case 'UNCLEAR':
        return message.state === 'UNKNOWN' ? undefined : endMessage(db, message, 'UNKNOWN', `${sent.reason} It may have arrived.`)
      case 'LATER': {
        if (message.withdrawnAt !== null) return endWithdrawn(db, message, sent.reason)
        if (attempts >= mostAttempts) return nextChannel(db, message, sent.reason)
        const wait = times.again?.(attempts) ?? backOff(attempts, sent.afterMs)
        const dueAt = new Date(now.getTime() + wait)
        return waitUntil(db, message, channel, dueAt, { stateAt: now }, { channel, state: 'QUEUED', detail: sent.reason })
      }
    }
  })
}

/** Notes by which name a provider will speak of a message. */
export async function noteReference(
  db: Tx,
  message: MessageRow,
  { channel: provider, reference, ref }: { channel: MessageChannel; reference: string; ref: string },
): Promise<void> {
  if (ref === '') return
  const nth = Number(reference.split('-').at(-1))
  const { schoolId, id: messageId } = message
  await db
    .insertInto('messageRefs')
    .values({ provider, ref, schoolId, messageId, try: nth })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (nth === message.tries) await changeMessage(db, message, { providerRef: ref })
}
