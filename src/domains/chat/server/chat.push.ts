import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { cancelMessages, cancelMessagesWith, queueMessages } from '#domains/messaging/server/messaging.exports.ts'
import { beginning } from '../chat.rules.ts'
import type { ThreadRow } from './chat.sql.ts'

/** What was written an hour ago is found in the chat, and is no news for a lock screen. */
const freshMs = 3_600_000

/** One notification for each thread and reader until that reader has read: it is named by how far she has. */
function eventOf(threadId: number, subject: string, lastReadId: number): string {
  return `${threadId}/${subject}/${lastReadId}`
}

/** Tells the devices of those for whom a message is, but its writer, and those who were told and have not read yet. */
export async function pushMessage(
  db: Tx,
  school: School,
  viewer: Viewer,
  thread: ThreadRow,
  message: { id: number; author: 'STAFF' | 'FAMILY'; text: string; hasFile: boolean },
): Promise<void> {
  const readers = await readersWithDevices(db, school.id, viewer, thread, message.author)
  const params = {
    from: viewer.name,
    text: beginning(message.text, message.hasFile),
    thread: String(thread.id),
    message: String(message.id),
  }
  const expiresAt = new Date(Date.now() + freshMs)
  await queueMessages(
    db,
    school,
    'CHAT',
    readers.map(({ subject, lastReadId }) => ({
      event: eventOf(thread.id, subject, lastReadId),
      studentIds: [],
      subject,
      params,
      expiresAt,
    })),
  )
}

/** What has not been told to the devices of one who has read it need not be. */
export async function forgetPush(db: Tx, schoolId: number, viewer: Viewer, thread: ThreadRow): Promise<void> {
  await cancelMessages(db, schoolId, 'CHAT', [eventOf(thread.id, viewer.subject, thread.lastReadId ?? 0)])
}

/** A message that was removed is told to nobody any more; what was written before it is found in the chat. */
export async function forgetRemoved(db: Tx, schoolId: number, messageId: number): Promise<void> {
  await cancelMessagesWith(db, schoolId, 'CHAT', { message: String(messageId) })
}

/**
 * The families and the staff that a message of an author concerns, as `concerns` of chat.sql.ts says it for who looks, and who have a
 * device that can be told.
 */
async function readersWithDevices(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  thread: ThreadRow,
  author: 'STAFF' | 'FAMILY',
): Promise<{ subject: string; lastReadId: number }[]> {
  const { rows } = await sql<{ subject: string; lastReadId: number }>`
    with place as (
      select s.id as section_id, s.class_id from chat_threads t
      join sections s on s.school_id = ${schoolId} and s.id = coalesce(t.section_id, (
        select e.section_id from enrolments e where e.school_id = ${schoolId} and e.student_id = t.student_id
          and e.term_id = (select id from terms where school_id = ${schoolId} and current)))
      where t.school_id = ${schoolId} and t.id = ${thread.id}
    ), teachers as (
      select st.user_id from place join section_teachers st on st.school_id = ${schoolId} and st.section_id = place.section_id
      union
      select bt.user_id from place join subjects b on b.school_id = ${schoolId} and b.section_id = place.section_id
        join subject_teachers bt on bt.school_id = ${schoolId} and bt.subject_id = b.id
    ), reads as (
      select subject, last_read_id, following from chat_reads where school_id = ${schoolId} and thread_id = ${thread.id}
    ), readers as (
      ${families(schoolId, thread)}
      union
      select u.subject from users u
      where u.school_id = ${schoolId} and u.role = 'TEACHER' and not u.disabled and u.id in (select user_id from teachers)
        and (${thread.sectionId !== null}::boolean or ${author}::text = 'FAMILY' or u.subject in (select subject from reads))
      union
      select u.subject from users u
      where u.school_id = ${schoolId} and u.role = 'ADMIN' and not u.disabled
        and (u.subject in (select subject from reads where following) or (${author}::text = 'FAMILY'
          and (u.id in (select user_id from teachers) or not exists (select from teachers))))
        and (not exists (select from class_admins a where a.school_id = ${schoolId} and a.user_id = u.id) or exists (
          select from class_admins a join place on place.class_id = a.class_id where a.school_id = ${schoolId} and a.user_id = u.id))
      union
      -- A SUPERADMIN, whose record is in no school.
      select reads.subject from reads join logins l on l.subject = reads.subject and l.school_id = 0 where reads.following
    )
    select readers.subject, coalesce((select last_read_id from reads where reads.subject = readers.subject), 0) as "lastReadId"
    from readers
    where readers.subject is not null and readers.subject <> ${viewer.subject}
      and exists (select from device_tokens d where d.subject = readers.subject)`.execute(db)
  return rows
}

function families(schoolId: number, { sectionId, studentId }: ThreadRow): RawBuilder<unknown> {
  if (studentId !== null)
    return sql`select subject from students where school_id = ${schoolId} and id = ${studentId} and not disabled`
  return sql`select st.subject from enrolments e join students st on st.school_id = e.school_id and st.id = e.student_id
    where e.school_id = ${schoolId} and e.section_id = ${sectionId} and not st.disabled`
}
