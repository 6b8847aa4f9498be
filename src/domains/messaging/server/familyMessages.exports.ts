import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { MessageKind, MessageState } from '../messaging.rules.ts'

/** A message that reached a guardian's phone. */
export interface FamilyMessage {
  id: number
  kind: MessageKind
  text: string
  sentAt: Date
  studentIds: number[]
}

/** What the school tells families. Codes, login details and links are no news, and chats are read in the chat. */
const familyKinds: readonly MessageKind[] = [
  'NOTICE',
  'ABSENCE',
  'LATE',
  'WEEKLY',
  'TIMETABLE',
  'DISCIPLINE',
  'EXAM',
  'RESULT',
  'FEE_REMINDER',
  'RECEIPT',
]
const arrivedStates: readonly MessageState[] = ['SENT', 'DELIVERED', 'READ']
const shownDays = 60
const mostMessages = 30

/**
 * Selects the last messages to a phone about students, newest first. A message that is about another student too is
 * left out: that child may have another phone by now.
 */
export function messagesToFamily(db: Db, schoolId: number, phone: string, studentIds: readonly number[]) {
  return db
    .selectFrom(
      sql<FamilyMessage>`(
    with own as (
      select distinct message_id from message_students
      where school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])
    )
    select m.id, m.kind, m.text, m.sent_at, about.ids as student_ids
    from own
    cross join lateral (
      select * from messages where school_id = ${schoolId} and id = own.message_id and phone = ${phone}
    ) m
    cross join lateral (
      select array_agg(s.student_id order by s.student_id) as ids from message_students s
      where s.school_id = ${schoolId} and s.message_id = m.id
    ) about
    where m.kind = any(${familyKinds}::text[]) and m.state = any(${arrivedStates}::text[]) and m.withdrawn_at is null
      and m.text <> '' and m.sent_at > now() - make_interval(days => ${shownDays}) and about.ids <@ ${studentIds}::bigint[]
    order by m.id desc limit ${mostMessages})`.as<'m'>('m'),
    )
    .selectAll()
}

/** SQL condition: the family was told of an event by a message that went out. */
export function wasTold(schoolId: number, kind: MessageKind, event: ReturnType<typeof sql>) {
  return sql<SqlBool>`exists (select from messages told where told.school_id = ${schoolId} and told.kind = ${kind}
    and told.event = ${event} and told.state = any(${arrivedStates}::text[]))`
}
