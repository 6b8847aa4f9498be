import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { cancelMessages, cancelMessagesByParams, queueMessages } from '#domains/messaging/server/messaging.exports.ts'
import { familyChatPath } from '#shared/familyPaths.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { messagePreview } from '../chat.rules.ts'
import type { ThreadRow } from './chat.sql.ts'

/** Notifications expire after an hour; older messages are found in the chat. */
const expiryMs = 3_600_000

/**
 * Returns the event of a notification. It ends with the reader's read mark, so a reader gets one notification per
 * conversation until reading it.
 */
function notificationEvent(threadId: number, subject: string, lastReadId: number): string {
  return `${threadId}/${subject}/${lastReadId}`
}

/** Notifies the devices of a message's readers, except its writer and readers with an unread notification. */
export async function notifyReaders(
  db: Tx,
  school: School,
  viewer: Viewer,
  thread: ThreadRow,
  message: { id: number; author: 'STAFF' | 'FAMILY'; from: string; text: string; hasFile: boolean },
): Promise<void> {
  const readers = await readersWithDevices(db, school.id, viewer, thread, message.author)
  const guardians = message.author === 'STAFF' ? await guardiansWithDevices(db, school.id, thread) : []
  const params = {
    from: message.from,
    text: messagePreview(message.text, message.hasFile),
    thread: String(thread.id),
    message: String(message.id),
  }
  const expiresAt = new Date(Date.now() + expiryMs)
  await queueMessages(db, school, 'CHAT', [
    ...readers.map(({ subject, lastReadId }) => ({
      event: notificationEvent(thread.id, subject, lastReadId),
      studentIds: [],
      subject,
      params,
      expiresAt,
    })),
    // About the child, so that it is not sent when the child is disabled meanwhile, and goes with an erasure.
    ...guardians.map(({ subject, lastReadId, phone, studentId }) => ({
      event: notificationEvent(thread.id, subject, lastReadId),
      studentIds: [studentId],
      subject,
      phone,
      params: { ...params, link: familyChatPath(ownPlace(school.id), studentId, thread.sectionId !== null) },
      expiresAt,
    })),
  ])
}

/** Reads the guardians of a conversation's families who are signed in on a device that may be notified. */
async function guardiansWithDevices(
  db: Tx,
  schoolId: number,
  { id, sectionId, studentId }: ThreadRow,
): Promise<{ subject: string; phone: string; studentId: number; lastReadId: number }[]> {
  const students =
    studentId !== null
      ? sql`select s.id from students s where s.school_id = ${schoolId} and s.id = ${studentId} and not s.disabled`
      : sql`select e.student_id from enrolments e join students s on s.school_id = current_school() and s.id = e.student_id
          where e.school_id = ${schoolId} and e.section_id = ${sectionId} and not s.disabled`
  const { rows } = await sql<{ subject: string; phone: string; studentId: number; lastReadId: number }>`
    with phones as (
      -- Of siblings, the one who was listed first: the most devices show it.
      select distinct on (listed.phone) listed.phone, listed.student_id, listed.listed_at
      from student_phones listed join students s on s.school_id = ${schoolId} and s.id = listed.student_id
      where listed.school_id = ${schoolId} and listed.student_id in (${students}) and listed.phone = any (s.phones || s.phone)
      order by listed.phone, listed.listed_at, listed.student_id
    ), reads as (
      select subject, last_read_id from chat_reads where school_id = ${schoolId} and thread_id = ${id}
    )
    select guardian_subject(phones.phone) as subject, phones.phone, phones.student_id, coalesce((
      select last_read_id from reads where reads.subject = guardian_subject(phones.phone)), 0) as last_read_id
    from phones
    where exists (select from guardian_sessions g join device_tokens d on d.guardian_session = g.id
      where g.phone = phones.phone and g.proved_at >= phones.listed_at and g.expires_at > now())`.execute(db)
  return rows
}

/** Cancels a reader's queued notification of a conversation that was read. */
export async function cancelNotification(db: Tx, schoolId: number, viewer: Viewer, thread: ThreadRow): Promise<void> {
  await cancelMessages(db, schoolId, 'CHAT', [notificationEvent(thread.id, viewer.subject, thread.lastReadId ?? 0)])
}

/** Cancels the queued notifications of a removed message. Earlier messages are found in the chat. */
export async function cancelNotificationsOfMessage(db: Tx, schoolId: number, messageId: number): Promise<void> {
  await cancelMessagesByParams(db, schoolId, 'CHAT', { message: String(messageId) })
}

/**
 * Reads the families and staff that a message concerns and that have a device. The rule must match `concernsViewer` in
 * chat.sql.ts.
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
      ${author === 'STAFF' ? familySubjects(schoolId, thread) : sql`select null::uuid as subject`}
      union
      select u.subject from users u
      where u.school_id = ${schoolId} and u.role = 'TEACHER' and not u.disabled and u.id in (select user_id from teachers)
        and (${thread.sectionId !== null}::boolean or ${author}::text = 'FAMILY' or u.subject in (select subject from reads))
      union
      select u.subject from users u
      where u.school_id = ${schoolId} and u.role = 'ADMIN' and not u.disabled
        and (u.subject in (select subject from reads where following) or (${author}::text = 'FAMILY'
          and (u.id in (select user_id from teachers) or not exists (select from teachers))))
        and (not u.limited_to_classes or exists (
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

function familySubjects(schoolId: number, { sectionId, studentId }: ThreadRow): RawBuilder<unknown> {
  if (studentId !== null)
    return sql`select subject from students where school_id = ${schoolId} and id = ${studentId} and not disabled`
  return sql`select st.subject from enrolments e join students st on st.school_id = current_school() and st.id = e.student_id
    where e.school_id = ${schoolId} and e.section_id = ${sectionId} and not st.disabled`
}
