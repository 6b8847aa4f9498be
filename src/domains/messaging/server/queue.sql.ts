import { sql } from 'kysely'
import { msg } from '#shared/texts.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { afterQuiet, deviceKinds, type MessageChannel, type MessageKind, type QuietHours, reaches } from '../messaging.rules.ts'
import { kindSetting } from '../kinds.rules.ts'
import { withdrawnReason } from './messages.sql.ts'
import { kindsOfSchool } from './templates.sql.ts'

/** A message to one recipient about one event. */
export interface NewMessage {
  /**
   * Identifies the event, such as '2026-11-22/812'. A kind tells every event once. Contains ids only, no phones or
   * names.
   */
  event: string
  /** The students the message is about. */
  studentIds: readonly number[]
  /** Ten digits; the default phone counts as none. */
  phone?: string
  email?: string
  /** The account whose devices are notified; the first student's by default. */
  subject?: string | null
  /** Values of the text's variables by name. */
  params: Readonly<Record<string, string>>
  /** The earliest time it is sent; now by default. */
  dueAt?: Date
  /** If not sent by this time, the message is cancelled. */
  expiresAt?: Date
}

interface QueueOptions {
  /** The batch it belongs to. */
  batchId?: number
  /** The day the messages are about. `cancelMessagesOfDays` selects by it. */
  day?: Day
  /** Replaces the kind's channels in this school. Without it, nothing is queued when the kind is disabled. */
  channels?: readonly MessageChannel[]
}

/** Returns the quiet hours of a school. */
export function quietHoursOfSchool({ quietFrom: from, quietTo: to }: School): QuietHours {
  return { from, to }
}

export const expiredReason = msg`It expired before it could be sent.`

/**
 * Queues messages. For a message that is already queued, the new content replaces the old. A cancelled one is queued
 * again. One that was sent, failed, or was cancelled by a person keeps its state. It is no longer withdrawn, though,
 * and takes the new content for any later channel. A recipient without an address for any channel gets no message.
 * @returns the number of messages now queued
 */
export async function queueMessages(
  db: Tx,
  school: School,
  kind: MessageKind,
  messages: readonly NewMessage[],
  { batchId, day, channels: chosenChannels }: QueueOptions = {},
): Promise<number> {
  if (messages.length === 0) return 0
  const channels = chosenChannels ?? (await readChannelsOfKind(db, school, kind))
  const [first] = channels
  if (first === undefined) return 0
  const now = new Date()
  const quiet = quietHoursOfSchool(school)
  // The last message of an event wins.
  const rows = [...new Map(messages.map((message) => [message.event, message])).values()].flatMap((message) => {
    const phone = message.phone === defaultPhone ? '' : (message.phone ?? '')
    const address = { phone, email: message.email ?? '', subject: message.subject ?? null }
    // A student's account is looked up in the database, so every message about a student may have an APP address.
    const mayHaveDevice = channels.includes('APP') && message.studentIds.length > 0
    if (!mayHaveDevice && !channels.some((channel) => reaches(channel, address))) return []
    const dueAt = afterQuiet(kind, message.dueAt ?? now, quiet)
    const { event, studentIds, params, expiresAt = null } = message
    // A message that expires before it is due is processed now, and cancelled with the reason.
    const due = expiresAt !== null && expiresAt <= dueAt ? now : dueAt
    // Null means now by the database's clock; this machine's clock may be ahead of it.
    const due_at = due === now ? null : due
    return [{ ...address, event, student_ids: studentIds, params, due_at, expires_at: expiresAt }]
  })
  if (rows.length === 0) return 0
  const { rows: result } = await sql<{ waiting: number }>`
    with input as (
      select g.event, g.student_ids, g.phone, g.email, g.params, coalesce(g.due_at, now()) as due_at,
        g.expires_at, coalesce(g.subject, s.subject) as subject,
        now() as at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (event text, student_ids bigint[], phone text, email text,
        subject uuid, params jsonb, due_at timestamptz, expires_at timestamptz)
      left join students s on s.school_id = ${school.id} and s.id = g.student_ids[1]
    ), written as (
      insert into messages as m (school_id, kind, event, day, batch_id, phone, email, subject, params, channels, channel, due_at, expires_at,
        queued_at, state_at)
      select ${school.id}::bigint, ${kind}::text, event, ${day ?? null}::date, ${batchId ?? null}::bigint, phone, email, subject, params,
        ${channels}::text[], ${first}::text, due_at, expires_at, at, at
      from input order by event
      on conflict (school_id, kind, event) do update set
        day = excluded.day, batch_id = excluded.batch_id, phone = excluded.phone, email = excluded.email, subject = excluded.subject,
        params = excluded.params, channels = excluded.channels, expires_at = excluded.expires_at, failure = null, withdrawn_at = null,
        -- A message that waits for a retry or a fallback channel keeps its place.
        channel = case when m.state = 'QUEUED' and m.channel = any (excluded.channels) then m.channel else excluded.channel end,
        attempts = case when m.state = 'QUEUED' and m.channel = any (excluded.channels) then m.attempts else 0 end,
        due_at = case when m.state = 'QUEUED' and m.channel = any (excluded.channels) then m.due_at else excluded.due_at end,
        queued_at = case m.state when 'CANCELLED' then excluded.queued_at else m.queued_at end,
        state_at = case m.state when 'CANCELLED' then excluded.state_at else m.state_at end, state = 'QUEUED'
      where m.state in ('QUEUED', 'CANCELLED') and m.cancelled_by_name is null
      returning m.id, m.event, m.channel, m.due_at, m.queued_at
    ), about as (
      select w.id, student_id from written w join input using (event), unnest(input.student_ids) as student_id
    ), gone as (
      delete from message_students l using written w
      where l.school_id = ${school.id} and l.message_id = w.id and (l.message_id, l.student_id) not in (select id, student_id from about)
    ), linked as (
      insert into message_students (school_id, message_id, student_id)
      select distinct ${school.id}::bigint, id, student_id from about on conflict do nothing
    ), queued as (
      insert into message_queue (school_id, message_id, channel, due_at)
      select ${school.id}::bigint, id, channel, due_at from written order by id
      on conflict (school_id, message_id) do update set channel = excluded.channel, due_at = excluded.due_at
    ), noted as (
      insert into message_events (school_id, message_id, channel, state)
      select ${school.id}::bigint, id, channel, 'QUEUED' from written join input using (event) where queued_at = input.at order by id
      returning school_id
    )
    select count(*)::int as waiting from written`.execute(db)
  // A sent notification is never sent again.
  if (!deviceKinds.includes(kind)) await confirmSentMessages(db, school.id, kind, rows)
  return result[0]?.waiting ?? 0
}

/**
 * Clears the withdrawn mark of messages that were sent or are being sent, and stores their new params. The insert
 * before has locked the rows.
 */
async function confirmSentMessages(
  db: Tx,
  schoolId: number,
  kind: MessageKind,
  rows: readonly { event: string; params: NewMessage['params'] }[],
): Promise<void> {
  const inputJson = JSON.stringify(rows.map(({ event, params }) => ({ event, params })))
  await sql`
    update messages m set withdrawn_at = null, params = input.params
    from jsonb_to_recordset(${inputJson}::jsonb) as input (event text, params jsonb)
    where m.school_id = ${schoolId} and m.kind = ${kind} and m.event = input.event and m.state not in ('QUEUED', 'CANCELLED')
      and (m.withdrawn_at is not null or m.params <> input.params)`.execute(db)
}

async function readChannelsOfKind(db: Tx, school: School, kind: MessageKind): Promise<readonly MessageChannel[]> {
  const stored = await kindsOfSchool(db, school.id).where('kind', '=', kind).executeTakeFirst()
  const { enabled, channels } = kindSetting(school, kind, stored)
  return enabled ? channels : []
}

/**
 * Cancels the queued messages of some events and withdraws the sent ones, so that no fallback channel is tried.
 * @returns the number that were queued
 */
export function cancelMessages(db: Tx, schoolId: number, kind: MessageKind, events: readonly string[]): Promise<number> {
  if (events.length === 0) return Promise.resolve(0)
  return cancelWhere(db, schoolId, sql`kind = ${kind} and event = any(${events}::text[])`)
}

/**
 * Cancels or withdraws all messages of a kind about a range of days, like `cancelMessages`.
 * @returns the number that were queued
 */
export function cancelMessagesOfDays(
  db: Tx,
  schoolId: number,
  { kind, from, to }: { kind: MessageKind; from: Day; to: Day },
): Promise<number> {
  return cancelWhere(db, schoolId, sql`kind = ${kind} and day between ${from} and ${to}`)
}

/**
 * Cancels or withdraws messages of a kind that are in the queue and have certain params, like `cancelMessages`.
 * @returns the number that were queued
 */
export function cancelMessagesByParams(
  db: Tx,
  schoolId: number,
  kind: MessageKind,
  params: Readonly<Record<string, string>>,
): Promise<number> {
  const queuedIds = sql`select message_id from message_queue where school_id = ${schoolId}`
  return cancelWhere(db, schoolId, sql`kind = ${kind} and id in (${queuedIds}) and params @> ${JSON.stringify(params)}::jsonb`)
}

/**
 * Cancels the queued messages of a selection. Withdraws those that are being sent, were sent but perhaps did not
 * arrive, or failed: no fallback channel is tried and nobody can send them again. Delivered messages stay as they are.
 * @param failure the reason for staff
 * @returns the number that were queued
 */
export async function cancelWhere(
  db: Tx,
  schoolId: number,
  condition: ReturnType<typeof sql>,
  failure: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ cancelled: number }>`
    with chosen as (
      select id, state from messages where school_id = ${schoolId} and ${condition} and withdrawn_at is null
        and state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'FAILED')
      order by event for no key update
    ), withdrawn as (
      update messages m set withdrawn_at = now() from chosen
      where m.school_id = ${schoolId} and m.id = chosen.id and chosen.state <> 'QUEUED' returning m.id, m.channel, m.state
    ), cancelled as (
      update messages m set state = 'CANCELLED', state_at = now(), failure = ${failure}::text from chosen
      where m.school_id = ${schoolId} and m.id = chosen.id and chosen.state = 'QUEUED' returning m.id, m.channel, m.state
    ), unqueued as (
      delete from message_queue where school_id = ${schoolId} and message_id in (select id from cancelled)
    ), noted as (
      insert into message_events (school_id, message_id, channel, state, detail)
      select ${schoolId}::bigint, id, channel, state, detail from (
        select *, ${failure ?? ''}::text as detail from cancelled union all select *, ${failure ?? withdrawnReason}::text from withdrawn
      ) noted order by id
      returning school_id
    )
    select count(*)::int as cancelled from cancelled`.execute(db)
  return rows[0]?.cancelled ?? 0
}

/**
 * Deletes the messages about students who are deleted for good. A message that is also about a sibling stays, but is
 * cancelled or withdrawn.
 */
export async function deleteMessages(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  const messageIds = sql`select message_id from message_students where school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`
  await cancelWhere(db, schoolId, sql`id in (${messageIds})`, msg`A student it is about was deleted.`)
  await sql`
    delete from messages m where m.school_id = ${schoolId} and m.id in (${messageIds}) and not exists (
      select from message_students other where other.school_id = ${schoolId} and other.message_id = m.id
        and other.student_id <> all(${studentIds}::bigint[])
    )`.execute(db)
  await sql`delete from message_students where school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`.execute(db)
}
