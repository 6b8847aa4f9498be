import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connect.ts'

/** What a message is about. */
type MessageKind = 'ABSENCE'

/** The way a message goes to the guardians. */
export type MessageChannel = 'SMS' | 'APP'

/** A message to the guardians of one student; `params` is what its text is filled with, by name. */
interface NewMessage {
  studentId: number
  /** Ten digits, and not the default phone. */
  phone: string
  params: Readonly<Record<string, unknown>>
}

/**
 * Queues messages about a day, one per student, by one statement. One that waits already is brought up to date, and one that was
 * cancelled waits again.
 */
export async function queueMessages(
  db: Tx,
  schoolId: number,
  { kind, channel, day }: { kind: MessageKind; channel: MessageChannel; day: string },
  messages: readonly NewMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await sql`
    insert into messages (school_id, kind, channel, student_id, day, phone, params)
    select ${schoolId}::bigint, ${kind}::text, ${channel}::text, given.student_id, ${day}::date, given.phone, given.params::jsonb
    from unnest(${messages.map((message) => message.studentId)}::bigint[], ${messages.map((message) => message.phone)}::text[],
      ${messages.map((message) => JSON.stringify(message.params))}::text[]) as given (student_id, phone, params)
    order by given.student_id
    on conflict (school_id, kind, student_id, day) do update set
      channel = excluded.channel, phone = excluded.phone, params = excluded.params, state = 'QUEUED', cancelled_at = null,
      queued_at = case messages.state when 'CANCELLED' then excluded.queued_at else messages.queued_at end`.execute(db)
}

/** Cancels the messages about a day that wait for these students; those of all others stay. Answers how many there were. */
export async function cancelMessages(
  db: Tx,
  schoolId: number,
  { kind, day }: { kind: MessageKind; day: string },
  studentIds: readonly number[],
): Promise<number> {
  if (studentIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    update messages set state = 'CANCELLED', cancelled_at = now()
    where school_id = ${schoolId} and kind = ${kind} and day = ${day} and state = 'QUEUED'
      and student_id = any(${studentIds}::bigint[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Cancels all messages that wait about the days of a span. */
export async function cancelMessagesOfDays(
  db: Tx,
  schoolId: number,
  { kind, from, to }: { kind: MessageKind; from: string; to: string },
): Promise<void> {
  await sql`
    update messages set state = 'CANCELLED', cancelled_at = now()
    where school_id = ${schoolId} and kind = ${kind} and day between ${from} and ${to} and state = 'QUEUED'`.execute(db)
}

/** Removes every message about students who are deleted for good. */
export async function deleteMessages(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  await sql`delete from messages where school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`.execute(db)
}
