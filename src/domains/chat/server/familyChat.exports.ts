import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { guardianSubject } from './guardianReader.ts'

/** What a guardian sees of a child's conversations before opening them. */
export interface ChatOfChild {
  studentId: number
  /** The child's own conversation has a message that the guardian has not read. */
  unread: boolean
  /** So has its section's. */
  unreadOfSection: boolean
  /** Something was written to the section's families. */
  hasSectionMessages: boolean
}

/** Selects what is new for a guardian in the conversations of children, and of their sections in a term. */
export function chatOfChildren(db: Db, schoolId: number, phone: string, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom(
      sql<ChatOfChild>`(
    select e.student_id, coalesce(own.unread, false) as unread, coalesce(shared.unread, false) as unread_of_section,
      shared.unread is not null as has_section_messages
    from enrolments e
    left join lateral (${lastMessage(schoolId, phone, sql`t.student_id = e.student_id`)}) own on true
    left join lateral (${lastMessage(schoolId, phone, sql`t.section_id = e.section_id`)}) shared on true
    where e.school_id = ${schoolId} and e.term_id = ${termId} and e.student_id = any(${studentIds}::bigint[]))`.as<'c'>('c'),
    )
    .selectAll()
}

function lastMessage(schoolId: number, phone: string, thread: ReturnType<typeof sql>) {
  return sql`select t.last_message_id > coalesce(r.last_read_id, 0) as unread
    from chat_threads t
    left join chat_reads r on r.school_id = ${schoolId} and r.thread_id = t.id and r.subject = ${guardianSubject(phone)}
    where t.school_id = ${schoolId} and ${thread} and t.last_message_id is not null`
}
