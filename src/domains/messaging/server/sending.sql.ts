import { randomUUID } from 'node:crypto'
import { msg } from '#shared/texts.ts'
import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { wholeId } from '#platform/database/citus/connection.ts'
import { type School, schoolById } from '#platform/school.ts'
import type { SendResult } from '#platform/sendResult.ts'
import {
  afterQuiet,
  retryDelayMs,
  type MessageChannel,
  messageChannels,
  messageKindRules,
  maxAttempts,
  reaches,
} from '../messaging.rules.ts'
import type { Channel, OutgoingMessage } from './channels.ts'
import { reserveRecipient } from './sendLimits.sql.ts'
import type { RenderMessage, MessageCancelled, RenderedMessage, ChannelSkipped } from './rendering.ts'
import {
  changeMessage,
  channelNames,
  endMessage,
  cancelWithdrawn,
  lockMessage,
  scheduleMessage,
  unscheduleMessage,
  type MessageRow,
  tryNextChannel,
  requeueMessage,
} from './messages.sql.ts'
import { expiredReason, quietHoursOfSchool } from './queue.sql.ts'

/** An entry of the message queue: the key of a message. */
export interface QueueEntry {
  schoolId: number
  messageId: number
}

/** The sender's delays and timeouts in milliseconds. Tests shorten them. */
export interface SendingTimes {
  /** Between two polls of the queue when nothing wakes the sender. */
  pollMs: number
  /** After this time without an answer a message is UNKNOWN. Longer than any channel waits for its provider. */
  answerTimeoutMs: Readonly<Record<MessageChannel, number>>
  /** Minimum pause between two WhatsApp messages to one phone. */
  recipientPauseMs: number
  /**
   * Maximum wait for a row lock. It is short, because few transactions send for all schools; the step is tried again.
   */
  lockTimeoutMs: number
  /** Replaces the usual delay before the next attempt, by the number of attempts made. */
  retryDelayMs?: (attempts: number) => number
}

export const sendingTimes: SendingTimes = {
  pollMs: 1000,
  answerTimeoutMs: { WHATSAPP: 60_000, SMS: 60_000, EMAIL: 120_000, APP: 60_000 },
  recipientPauseMs: 6000,
  lockTimeoutMs: 3000,
}

/** A try of a message that this process alone makes. */
export interface Claim extends QueueEntry {
  channel: MessageChannel
  run: string
  letter: OutgoingMessage
}

/** Returns the channels with due messages. */
export async function dueChannels({ kysely }: Database): Promise<MessageChannel[]> {
  const first = messageChannels.map(
    (channel) => sql`(select channel from message_queue where channel = ${channel} and due_at <= clock_timestamp() limit 1)`,
  )
  const { rows } = await sql<{ channel: MessageChannel }>`${sql.join(first, sql` union all `)}`.execute(kysely)
  return rows.map(({ channel }) => channel)
}

/** Seconds for which other processes skip an entry that was taken, so that it can be claimed. */
const reservedSeconds = 10

/**
 * Takes due queue entries of one channel, the schools in turn and the oldest of each first. Moves their due time, so
 * that other processes do not try to claim the same entries.
 */
export async function takeDueEntries(database: Database, channel: MessageChannel, most: number): Promise<QueueEntry[]> {
  if (await database.isCluster()) return takeDueEntriesBySchool(database, channel, most)
  const { rows } = await sql<QueueEntry>`
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

/**
 * Does the same on Citus, where no statement can lock rows on several workers. A second process waits for the first and
 * then finds nothing due.
 */
async function takeDueEntriesBySchool({ kysely }: Database, channel: MessageChannel, most: number): Promise<QueueEntry[]> {
  const due = await sql<QueueEntry>`
    select school_id, message_id from (
      select school_id, message_id, row_number() over (partition by school_id order by due_at, message_id) as place
      from message_queue where channel = ${channel} and due_at <= statement_timestamp()
    ) waiting order by place, random() limit ${most}`.execute(kysely)
  const taken: QueueEntry[] = []
  for (const [schoolId, entries] of Map.groupBy(due.rows, (entry) => entry.schoolId)) {
    const { rows } = await sql<QueueEntry>`
      update message_queue set due_at = statement_timestamp() + make_interval(secs => ${reservedSeconds})
      where school_id = ${schoolId} and message_id = any(${entries.map((entry) => entry.messageId)}::bigint[])
        and channel = ${channel} and due_at <= statement_timestamp()
      returning school_id, message_id`.execute(kysely)
    taken.push(...rows)
  }
  return taken
}

/** Sets the lock timeout for the rest of the transaction. */
async function setLockTimeout(db: Tx, { lockTimeoutMs: lock }: SendingTimes): Promise<void> {
  await sql.raw(`set local lock_timeout to ${wholeId(lock)}`).execute(db)
}

interface ClaimContext {
  database: Database
  channels: readonly Channel[]
  compose: RenderMessage
  times: SendingTimes
}

const answerLostReason = msg`The provider did not confirm it. It may have arrived.`

/**
 * Claims a message for sending, so that no other process sends it; undefined when there is nothing to send now. An
 * expired message is cancelled, a claimed message whose answer never came becomes UNKNOWN, and a message that the
 * channel cannot carry moves to the next channel.
 */
export async function claimMessage(claiming: ClaimContext, entry: QueueEntry, by: MessageChannel): Promise<Claim | undefined> {
  const { database, times } = claiming
  const school = await schoolById(database, entry.schoolId)
  if (!school) return undefined
  return database.transaction(entry.schoolId, async (db) => {
    await setLockTimeout(db, times)
    const message = await lockMessage(db, entry.schoolId, entry.messageId, { skip: true })
    if (!message) return undefined
    if (message.state === 'SENDING') {
      const silentMs = message.now.getTime() - (message.claimedAt?.getTime() ?? 0)
      if (silentMs >= times.answerTimeoutMs[message.channel]) await endMessage(db, message, 'UNKNOWN', answerLostReason)
      return undefined
    }
    if (message.state !== 'QUEUED') await unscheduleMessage(db, message)
    else if (message.channel === by && message.dueAt <= message.now) return startTry(db, school, message, claiming)
    return undefined
  })
}

async function startTry(
  db: Tx,
  school: School,
  message: MessageRow & { now: Date },
  { channels, compose, times }: ClaimContext,
): Promise<Claim | undefined> {
  const { schoolId, id, channel, now, expiresAt } = message
  if (await areAllStudentsDisabled(db, message)) {
    await endMessage(db, message, 'CANCELLED', studentsDisabledReason)
    return undefined
  }
  const dueAt = afterQuiet(message.kind, now, quietHoursOfSchool(school))
  if (expiresAt !== null && expiresAt <= dueAt) {
    await endMessage(db, message, 'CANCELLED', expiredReason)
    return undefined
  }
  if (dueAt > now) {
    await requeueMessage(db, message, channel, dueAt)
    return undefined
  }
  const rendered = await renderForChannel(db, school, message, { channels, compose })
  if ('cancelReason' in rendered) {
    await endMessage(db, message, 'CANCELLED', rendered.cancelReason)
    return undefined
  }
  if ('skipReason' in rendered) {
    await tryNextChannel(db, message, rendered.skipReason)
    return undefined
  }
  const { kept = rendered.text, note, ...content } = rendered
  if (channel === 'WHATSAPP' && !(await reserveRecipient(db, channel, message.phone, times.recipientPauseMs / 1000))) {
    await requeueMessage(db, message, channel, new Date(now.getTime() + times.recipientPauseMs))
    return undefined
  }
  const run = randomUUID()
  const tries = message.tries + 1
  const claim = { state: 'SENDING', run, tries, attempts: message.attempts + 1, claimedAt: now, stateAt: now, text: kept }
  // The provider's id of an earlier try does not belong to this one.
  const claimed = { ...claim, providerRef: null }
  await changeMessage(db, message, claimed, note === undefined ? undefined : { channel, state: 'SENDING', detail: note })
  await scheduleMessage(db, message, channel, new Date(now.getTime() + times.answerTimeoutMs[channel]))
  const { phone, email, subject } = message
  const reference = formatReference(schoolId, id, tries)
  const listedSince = channel === 'APP' ? await listedWithPhoneSince(db, message) : null
  return { schoolId, messageId: id, channel, run, letter: { ...content, reference, phone, email, subject, listedSince, school } }
}

/** Returns since when all students of a message are listed with its phone; null when one of them is not. */
async function listedWithPhoneSince(db: Tx, { schoolId, id, phone }: MessageRow): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select case when coalesce(bool_and(listed.student_id is not null), true)
      then coalesce(max(listed.listed_at), '-infinity')::text end as since
    from message_students as about
    left join student_phones as listed on listed.school_id = ${schoolId} and listed.student_id = about.student_id and listed.phone = ${phone}
    where about.school_id = ${schoolId} and about.message_id = ${id}`.execute(db)
  return rows[0]?.since ?? null
}

const studentsDisabledReason = msg`The student was disabled in the meantime.`

/** Returns whether a message is obsolete because all its students are disabled. */
async function areAllStudentsDisabled(db: Tx, { schoolId, id, kind }: MessageRow): Promise<boolean> {
  if (messageKindRules[kind].sentIfDisabled) return false
  const about = await db
    .selectFrom('messageStudents as about')
    .innerJoin('students as s', (on) => onSameSchool(on, 's.id', 'about.studentId'))
    .select(sql<boolean>`coalesce(bool_and(s.disabled), false)`.as('disabled'))
    .where('about.schoolId', '=', schoolId)
    .where('about.messageId', '=', id)
    .executeTakeFirst()
  return about?.disabled ?? false
}

/** Renders a message for its current channel, or returns why that is not possible. */
async function renderForChannel(
  db: Tx,
  school: School,
  message: MessageRow,
  { channels, compose }: Pick<ClaimContext, 'channels' | 'compose'>,
): Promise<RenderedMessage | ChannelSkipped | MessageCancelled> {
  const { channel } = message
  if (!channels.find(({ name }) => name === channel)?.ready)
    return { skipReason: msg`This installation cannot send by ${channelNames[channel]}.` }
  return reaches(channel, message) ? compose(db, school, message, channel) : { skipReason: noAddressReasons[channel] }
}

const noAddressReasons: Readonly<Record<MessageChannel, string>> = {
  WHATSAPP: msg`No phone number is recorded.`,
  SMS: msg`No phone number is recorded.`,
  EMAIL: msg`No e-mail address is recorded.`,
  APP: msg`There is no account to notify.`,
}

/** Returns the reference of a try, which the provider repeats in its reports. */
export function formatReference(schoolId: number, messageId: number, nth: number): string {
  return `${schoolId}-${messageId}-${nth}`
}

/** Stores a provider's answer. When the try is no longer current, stores only the provider's id of the message. */
export function storeOutcome(database: Database, claim: Claim, sent: SendResult, times: SendingTimes): Promise<void> {
  const { schoolId, messageId, run, letter } = claim
  return database.transaction(schoolId, async (db) => {
    await setLockTimeout(db, times)
    const message = await lockMessage(db, schoolId, messageId)
    if (!message) return
    if (sent.outcome === 'ACCEPTED')
      await saveProviderRef(db, message, { channel: claim.channel, reference: letter.reference, ref: sent.ref })
    if (message.run !== run || (message.state !== 'SENDING' && message.state !== 'UNKNOWN')) return
    const { channel, now, attempts } = message
    switch (sent.outcome) {
      case 'ACCEPTED': {
        const change = { state: 'SENT', sentAt: now, stateAt: now, failure: null }
        await changeMessage(db, message, change, { channel, state: 'SENT' })
        return unscheduleMessage(db, message)
      }
      case 'REFUSED':
        return tryNextChannel(db, message, sent.reason)
      case 'UNCLEAR':
        return message.state === 'UNKNOWN'
          ? undefined
          : endMessage(db, message, 'UNKNOWN', msg`${sent.reason} It may have arrived.`)
      case 'LATER': {
        if (message.withdrawnAt !== null) return cancelWithdrawn(db, message, sent.reason)
        if (attempts >= maxAttempts) return tryNextChannel(db, message, sent.reason)
        const wait = times.retryDelayMs?.(attempts) ?? retryDelayMs(attempts, sent.afterMs)
        const dueAt = new Date(now.getTime() + wait)
        return requeueMessage(db, message, channel, dueAt, { stateAt: now }, { channel, state: 'QUEUED', detail: sent.reason })
      }
    }
  })
}

/** Stores the provider's id of a message, which its reports refer to. */
export async function saveProviderRef(
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
