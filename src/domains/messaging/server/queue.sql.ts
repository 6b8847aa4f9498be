import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { afterQuiet, type MessageChannel, type MessageKind, type QuietHours, reaches } from '../messaging.rules.ts'
import { kindSetting } from '../kinds.rules.ts'
import { withdrawnWords } from './messages.sql.ts'
import { kindsOfSchool } from './templates.sql.ts'

/** A message to one recipient about one event. */
export interface NewMessage {
  /** What it tells of; of a kind, every event is told once: '2026-11-22/812'. Made of ids, never of phones or names. */
  event: string
  /** Whom it is about. */
  studentIds: readonly number[]
  /** Ten digits; the default phone is none. */
  phone?: string
  email?: string
  /** The account whose devices are told; the first student's where none is given. */
  subject?: string | null
  /** What its text is filled with, by name. */
  params: Readonly<Record<string, string>>
  /** Not before; now where it is not given. */
  dueAt?: Date
  /** What has not gone by then is cancelled. */
  expiresAt?: Date
}

interface QueueOptions {
  /** Of message_batches. */
  batchId?: number
  /** The day the messages are about, by which they can be cancelled. */
  day?: Day
  /** Instead of the channels that the kind takes in this school; without them, nothing is queued of a kind that is switched off there. */
  channels?: readonly MessageChannel[]
}

/** When a school sends nothing. */
export function quietHoursOf({ quietFrom: from, quietTo: to }: School): QuietHours {
  return { from, to }
}

export const expiredWords = 'It could not be sent before it was of no use any more.'

/**
 * Queues messages. Of one that waits already what is new counts, and one that was cancelled waits again; one that has gone, was given
 * up, or was cancelled by a person, stays as it is, but is not withdrawn any more, and should it be told again, it is in the new words.
 * Who can be reached by none of the channels gets none.
 * @returns how many of them wait now
 */
export async function queueMessages(
  db: Tx,
  school: School,
  kind: MessageKind,
  messages: readonly NewMessage[],
  { batchId, day, channels: given }: QueueOptions = {},
): Promise<number> {
  if (messages.length === 0) return 0
  const channels = given ?? (await channelsOfKind(db, school, kind))
  const [first] = channels
  if (first === undefined) return 0
  const now = new Date()
  const quiet = quietHoursOf(school)
  // The last one of an event counts.
  const rows = [...new Map(messages.map((message) => [message.event, message])).values()].flatMap((message) => {
    const phone = message.phone === defaultPhone ? '' : (message.phone ?? '')
    const address = { phone, email: message.email ?? '', subject: message.subject ?? null }
    // The account of a student is known to the database alone.
    const app = channels.includes('APP') && message.studentIds.length > 0
    if (!app && !channels.some((channel) => reaches(channel, address))) return []
    const dueAt = afterQuiet(kind, message.dueAt ?? now, quiet)
    const { event, studentIds, params, expiresAt = null } = message
    // What will be of no use by then is looked at now, and cancelled in words.
    const due = expiresAt !== null && expiresAt <= dueAt ? now : dueAt
    // At once is so by the clock that it is looked for with: this one may be ahead of the database's.
    const due_at = due === now ? null : due
    return [{ ...address, event, student_ids: studentIds, params, due_at, expires_at: expiresAt }]
  })
  if (rows.length === 0) return 0
  const { rows: answer } = await sql<{ waiting: number }>`
    with given as materialized (
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
      from given order by event
      on conflict (school_id, kind, event) do update set
        day = excluded.day, batch_id = excluded.batch_id, phone = excluded.phone, email = excluded.email, subject = excluded.subject,
        params = excluded.params, channels = excluded.channels, expires_at = excluded.expires_at, failure = null, withdrawn_at = null,
        -- One that waits for another attempt, or by another channel, goes on where it is.
        channel = case when m.state = 'QUEUED' and m.channel = any (excluded.channels) then m.channel else excluded.channel end,
        attempts = case when m.state = 'QUEUED' and m.channel = any (excluded.channels) then m.attempts else 0 end,
        due_at = case when m.state = 'QUEUED' and m.channel = any (excluded.channels) then m.due_at else excluded.due_at end,
        queued_at = case m.state when 'CANCELLED' then excluded.queued_at else m.queued_at end,
        state_at = case m.state when 'CANCELLED' then excluded.state_at else m.state_at end, state = 'QUEUED'
      where m.state in ('QUEUED', 'CANCELLED') and m.cancelled_by_name is null
      returning m.id, m.event, m.channel, m.due_at, m.queued_at
    ), about as (
      select w.id, student_id from written w join given using (event), unnest(given.student_ids) as student_id
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
      select ${school.id}::bigint, id, channel, 'QUEUED' from written join given using (event) where queued_at = given.at order by id
      returning school_id
    )
    select count(*)::int as waiting from written`.execute(db)
  // Of a chat nothing that has gone is told again.
  if (kind !== 'CHAT') await confirm(db, school.id, kind, rows)
  return answer[0]?.waiting ?? 0
}

/** Says of messages that have gone, or are on their way, that they are true, in these words. By queueing them they are locked. */
async function confirm(
  db: Tx,
  schoolId: number,
  kind: MessageKind,
  rows: readonly { event: string; params: NewMessage['params'] }[],
): Promise<void> {
  const given = JSON.stringify(rows.map(({ event, params }) => ({ event, params })))
  await sql`
    update messages m set withdrawn_at = null, params = given.params
    from jsonb_to_recordset(${given}::jsonb) as given (event text, params jsonb)
    where m.school_id = ${schoolId} and m.kind = ${kind} and m.event = given.event and m.state not in ('QUEUED', 'CANCELLED')
      and (m.withdrawn_at is not null or m.params <> given.params)`.execute(db)
}

async function channelsOfKind(db: Tx, school: School, kind: MessageKind): Promise<readonly MessageChannel[]> {
  const stored = await kindsOfSchool(db, school.id).where('kind', '=', kind).executeTakeFirst()
  const { enabled, channels } = kindSetting(school, kind, stored)
  return enabled ? channels : []
}

/**
 * Cancels those messages of some events that wait, and withdraws those that have gone: what has not arrived is told by no other channel.
 * Answers how many waited.
 */
export function cancelMessages(db: Tx, schoolId: number, kind: MessageKind, events: readonly string[]): Promise<number> {
  if (events.length === 0) return Promise.resolve(0)
  return cancel(db, schoolId, sql`kind = ${kind} and event = any(${events}::text[])`)
}

/** Cancels, or withdraws, all messages of a kind about the days of a span, like `cancelMessages`. Answers how many waited. */
export function cancelMessagesOfDays(
  db: Tx,
  schoolId: number,
  { kind, from, to }: { kind: MessageKind; from: Day; to: Day },
): Promise<number> {
  return cancel(db, schoolId, sql`kind = ${kind} and day between ${from} and ${to}`)
}

/** Cancels, or withdraws, those messages of a kind about which something is to be done and that are filled with some values. */
export function cancelMessagesWith(
  db: Tx,
  schoolId: number,
  kind: MessageKind,
  params: Readonly<Record<string, string>>,
): Promise<number> {
  const waiting = sql`select message_id from message_queue where school_id = ${schoolId}`
  return cancel(db, schoolId, sql`kind = ${kind} and id in (${waiting}) and params @> ${JSON.stringify(params)}::jsonb`)
}

/**
 * Cancels what waits of a selection of `messages`, and withdraws what is on its way, has gone and perhaps not arrived, or has failed:
 * no other channel has its turn, and nobody sends it again. What has arrived has.
 * @param failure why, in words for staff
 * @returns how many waited
 */
export async function cancel(
  db: Tx,
  schoolId: number,
  which: ReturnType<typeof sql>,
  failure: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ cancelled: number }>`
    with chosen as (
      select id, state from messages where school_id = ${schoolId} and ${which} and withdrawn_at is null
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
        select *, ${failure ?? ''}::text as detail from cancelled union all select *, ${failure ?? withdrawnWords}::text from withdrawn
      ) noted order by id
      returning school_id
    )
    select count(*)::int as cancelled from cancelled`.execute(db)
  return rows[0]?.cancelled ?? 0
}

/**
 * Removes the messages about students who are deleted for good. One that is about a brother or sister too stays, but does not wait any
 * more, or is withdrawn.
 */
export async function deleteMessages(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  const theirs = sql`select message_id from message_students where school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`
  await cancel(db, schoolId, sql`id in (${theirs})`, 'A student it is about was deleted.')
  await sql`
    delete from messages m where m.school_id = ${schoolId} and m.id in (${theirs}) and not exists (
      select from message_students other where other.school_id = ${schoolId} and other.message_id = m.id
        and other.student_id <> all(${studentIds}::bigint[])
    )`.execute(db)
  await sql`delete from message_students where school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`.execute(db)
}
