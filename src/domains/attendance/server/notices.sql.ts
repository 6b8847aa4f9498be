import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import {
  cancelMessages,
  type MessageChannel,
  type MessageState,
  messageSchoolName,
  sentByParam,
} from '#domains/messaging/server/messaging.exports.ts'
import type { Mark } from '#shared/marks.ts'
import { countedSessions, marksToNotify } from '../attendance.rules.ts'
import { isOfHoliday, sectionOrder, lectureIsLive, sectionsOfTerm, sectionVisible } from './sections.sql.ts'

/** What a school's notices depend on. */
export type NoticeSchool = Pick<School, 'id' | 'attType' | 'subjectwiseSmsTime'>

/** SQL condition: register `r` is of this day, which is no holiday, and counts. A lecture counts once it has ended. */
export function isNotifiable(school: NoticeSchool, day: string): RawBuilder<unknown> {
  return sql`r.school_id = ${school.id} and r.day = ${day} and r.session = any(${countedSessions(school.attType)}::text[])
    and not ${lectureIsLive(school.id)} and not ${isOfHoliday(school.id)}`
}

/** SQL of a day's absent (and, unless onlyAbsent, late) students, with their worst mark and the missed subjects. */
export function absences(school: School, day: string): RawBuilder<unknown> {
  return sql`select m.student_id, (array_agg(r.section_id order by r.id desc))[1] as section_id, min(m.value) as mark,
      coalesce(array_agg(distinct subjects.name order by subjects.name) filter (where subjects.name is not null), '{}') as subjects
    from registers r
    join marks m on m.school_id = ${school.id} and m.register_id = r.id and m.value = any(${marksToNotify(school.onlyAbsent)}::text[])
    left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
    where ${isNotifiable(school, day)}
    group by m.student_id`
}

/** SQL of the local time at which guardians of `sections` are notified; null means never. */
export function noticeTime(school: NoticeSchool): RawBuilder<unknown> {
  return school.attType === 'SUBJECTWISE'
    ? sql`${school.subjectwiseSmsTime}::time`
    : sql`(sections.notification_time at time zone 'Asia/Kolkata')::time`
}

/** Kinds of messages about a day: the student was absent, or came late. */
export const noticeKinds = ['ABSENCE', 'LATE'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The channels of each kind in a school. An empty list means that the kind is not sent. */
export type NoticeWays = Readonly<Record<NoticeKind, readonly MessageChannel[]>>

/** A message to be queued. */
interface DueNotice {
  kind: NoticeKind
  event: string
  studentId: number
  /** Empty for the default phone. */
  phone: string
  email: string
  subject: string | null
  params: Record<string, string>
}

/** Returns the event of the message about a student's absence on a day. */
export function noticeEvent(day: string, studentId: number): string {
  return `${day}/${studentId}`
}

/** SQL condition: one of the channels reaches student `s`. The default phone is already blank in `s`. */
function isReachable(ways: readonly MessageChannel[]): RawBuilder<unknown> {
  const phone = ways.some((way) => way === 'WHATSAPP' || way === 'SMS')
  return sql`(${phone}::boolean and s.phone <> '' or ${ways.includes('EMAIL')}::boolean and s.email <> ''
          or ${ways.includes('APP')}::boolean and s.subject is not null)`
}

/** A notice about one student that a person sends now, whatever the time of the section. */
export interface NoticeByHand {
  studentId: number
  sentBy: string
}

/**
 * SQL of the notices that should exist at a time of a day, or of the one that a person sends. Covers sections of the
 * current term without a hold, on days that are no holidays, in schools with notices switched on. A notice that a
 * person has sent does not wait for the time. Leaves out disabled and unreachable students, and students whose
 * guardians already got the other kind for the same day, whatever the mark is now.
 */
function expectedNotices(school: School, day: string, due: string | NoticeByHand, ways: NoticeWays): RawBuilder<unknown> {
  const byHand = typeof due === 'object' ? due : null
  const isDue = byHand
    ? sql`a.student_id = ${byHand.studentId}`
    : sql`(${noticeTime(school)} <= ${due}::time or by_hand.params is not null)`
  const sender = byHand
    ? sql`jsonb_build_object(${sentByParam}::text, ${byHand.sentBy}::text)`
    : sql`coalesce(by_hand.params, '{}')`
  const sentKinds = noticeKinds.filter((kind) => ways[kind].length > 0)
  return sql`select a.kind, ${day}::text || '/' || a.student_id as event, a.student_id, s.phone, s.email, s.subject,
        jsonb_build_object('student', s.name, 'section', classes.name || '-' || sections.name, 'day', ${day}::text,
          'subjects', array_to_string(a.subjects, ', '), 'school', ${messageSchoolName(school)}) || ${sender} as params
      from (select *, case mark when 'A' then 'ABSENCE' else 'LATE' end as kind from (${absences(school, day)}) absence) a
      cross join lateral (
        select name, case when phone = ${defaultPhone} then '' else phone end as phone, email, subject from students
        where school_id = ${school.id} and id = a.student_id and not disabled
      ) s
      join sections on sections.school_id = ${school.id} and sections.id = a.section_id
      join terms on terms.school_id = ${school.id} and terms.id = sections.term_id and terms.current
      join classes on classes.school_id = ${school.id} and classes.id = sections.class_id
      left join lateral (
        select jsonb_build_object(${sentByParam}::text, m.params ->> ${sentByParam}::text) as params from messages m
        where m.school_id = ${school.id} and m.kind = a.kind and m.event = ${day}::text || '/' || a.student_id
          and jsonb_exists(m.params, ${sentByParam}::text)
      ) by_hand on true
      where ${school.attNotification}::boolean and ${isDue} and a.kind = any(${sentKinds}::text[])
        and case a.kind when 'ABSENCE' then ${isReachable(ways.ABSENCE)} else ${isReachable(ways.LATE)} end
        and not exists (select from holidays where school_id = ${school.id} and day = ${day})
        and not exists (select from notice_holds h where h.school_id = ${school.id} and h.day = ${day}
          and (h.section_id is null or h.section_id = a.section_id))
        and not exists (select from messages other where other.school_id = ${school.id} and other.kind = any(${noticeKinds}::text[])
          and other.kind <> a.kind and other.event = ${day}::text || '/' || a.student_id
          and (other.state not in ('QUEUED', 'CANCELLED', 'FAILED') or other.cancelled_by_name is not null))`
}

/** Returns due notices that are not queued yet, or are queued with an outdated text, address or list of channels. */
export function dueNotices(db: Db | Tx, school: School, day: string, due: string | NoticeByHand, ways: NoticeWays) {
  return db
    .selectFrom(
      sql<DueNotice>`(
    select due.* from (${expectedNotices(school, day, due, ways)}) due
    left join messages m on m.school_id = ${school.id} and m.kind = due.kind and m.event = due.event
    where m.id is null or (m.state = 'CANCELLED' and m.cancelled_by_name is null) or m.withdrawn_at is not null
      or (m.state = 'QUEUED' and (m.params <> due.params or m.phone <> due.phone
        or m.email <> due.email or m.subject is distinct from due.subject
        or m.channels <> case due.kind when 'ABSENCE' then ${ways.ABSENCE}::text[] else ${ways.LATE}::text[] end))
    order by due.student_id)`.as<'n'>('n'),
    )
    .selectAll()
}

/**
 * Returns messages of a day that are queued, or could use a fallback channel, although the notice is not true any more.
 */
export function obsoleteNotices(db: Db | Tx, school: School, day: string, time: string, ways: NoticeWays) {
  return db
    .selectFrom('messages')
    .select([sql<NoticeKind>`kind`.as('kind'), 'event'])
    .where('schoolId', '=', school.id)
    .where('kind', 'in', noticeKinds)
    .where('day', '=', day)
    .where('state', 'in', ['QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'FAILED'])
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`(kind, event) not in (select due.kind, due.event from (${expectedNotices(school, day, time, ways)}) due)`)
}

/** Cancels queued notices and withdraws sent ones, of both kinds. */
export async function cancelNoticeEvents(db: Tx, schoolId: number, events: readonly string[]): Promise<void> {
  for (const kind of noticeKinds) await cancelMessages(db, schoolId, kind, events)
}

/** Locks the registers of a day until the transaction ends, so that no mark changes while notices are queued. */
export async function lockRegistersOfDay(db: Tx, school: School, day: string): Promise<void> {
  await sql`select from registers r where r.school_id = ${school.id} and r.day = ${day} order by r.id for share`.execute(db)
}

/** Locks the school's row until the transaction ends, so that nobody else holds, releases or queues notices. */
export async function lockNotices(db: Tx, schoolId: number): Promise<void> {
  await sql`select from schools where id = ${schoolId} for no key update`.execute(db)
}

/** A section with the time of its notices. */
export interface SectionRow {
  sectionId: number
  sectionName: string
  time: string | null
  taken: boolean
  heldAt: Date | null
  heldBy: string | null
}

/** Returns the viewer's sections of the current term with the time of their notices. */
export function noticeSections(db: Db | Tx, school: School, viewer: Viewer, day: string) {
  const time =
    school.attType === 'SUBJECTWISE'
      ? sql`${school.subjectwiseSmsTime}::time`
      : sql`(p.notification_time at time zone 'Asia/Kolkata')::time`
  const term = sql`(select id from terms where school_id = ${school.id} and current)`
  return db
    .selectFrom(
      sql<SectionRow>`(
    with p as (${sectionsOfTerm(school.id, term, sectionVisible(viewer))})
    select p.section_id, p.section_name, to_char(${time}, 'HH24:MI') as time,
      exists (select from registers r where ${isNotifiable(school, day)} and r.section_id = p.section_id) as taken,
      h.held_at, h.held_by_name as held_by
    from p
    left join notice_holds h on h.school_id = ${school.id} and h.day = ${day} and h.section_id = p.section_id
    order by ${sectionOrder})`.as<'s'>('s'),
    )
    .selectAll()
}

/** A student with an absence or a message of a day; `mark` is null when the absence was corrected. */
export interface StudentNotice {
  studentId: number
  sectionId: number
  name: string
  roll: string
  /** The student's current phone number. */
  phone: string
  email: string
  subject: string | null
  /** The phone number of the message; empty for other channels, null without a message. */
  messagePhone: string | null
  mark: Mark | null
  subjects: string[]
  state: MessageState | null
  at: Date | null
  /** Whether a person, not the job, cancelled the message. */
  byPerson: boolean
}

/** Returns students who were absent on a day or have a message about it, by roll. The caller filters by section. */
export function noticeStudents(db: Db | Tx, school: School, day: string) {
  return db
    .selectFrom(
      sql<StudentNotice>`(
    select s.id as student_id, coalesce(told.section_id, e.section_id) as section_id, s.name, coalesce(e.roll, '') as roll,
      s.phone, s.email, s.subject, told.phone as message_phone, told.mark, told.subjects, told.state,
      told.at, told.cancelled_by_name is not null as by_person
    from (
      -- coalesce() is evaluated here, because below it would run after the policy of students and block the key's index.
      select coalesce(a.student_id, m.student_id) as student_id, a.section_id, a.mark, coalesce(a.subjects, '{}') as subjects,
        m.id as message_id, m.phone, m.state, m.state_at as at, m.cancelled_by_name
      from (${absences(school, day)}) a
      full join (
        -- A corrected mark may have two messages; one that is not cancelled is preferred.
        select distinct on (about.student_id) messages.*, about.student_id from messages
        join message_students about on about.school_id = ${school.id} and about.message_id = messages.id
        where messages.school_id = ${school.id} and kind = any(${noticeKinds}::text[]) and day = ${day}
        order by about.student_id, messages.state = 'CANCELLED' and messages.cancelled_by_name is null, messages.state_at desc
      ) m
        on m.student_id = a.student_id
    ) told
    join students s on s.school_id = ${school.id} and s.id = told.student_id
    left join terms t on t.school_id = ${school.id} and t.current
    left join enrolments e on e.school_id = ${school.id} and e.term_id = t.id and e.student_id = s.id
    where not s.disabled or told.message_id is not null
    order by e.roll_sort, s.id)`.as<'n'>('n'),
    )
    .selectAll()
}

/** Returns the hold of the whole school on a day. */
export function schoolHold(db: Db | Tx, schoolId: number, day: string) {
  return db
    .selectFrom('noticeHolds')
    .select(['heldAt as at', 'heldByName as byName'])
    .where('schoolId', '=', schoolId)
    .where('day', '=', day)
    .where('sectionId', 'is', null)
}

/** Cancels absence messages of a day that no longer match the students' marks. Called by `updateMessagesOfDay`. */
export async function cancelUntrueNotices(db: Tx, school: School, day: string, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length === 0) return
  const { rows } = await sql<{ id: number; mark: Mark | null }>`
    select corrected.id, (
      select min(m.value) from marks m join registers r on r.school_id = ${school.id} and r.id = m.register_id
      where m.school_id = ${school.id} and m.student_id = corrected.id and m.value = any(${marksToNotify(school.onlyAbsent)}::text[])
        and ${isNotifiable(school, day)}
    ) as mark
    from unnest(${studentIds}::bigint[]) as corrected (id)`.execute(db)
  for (const [kind, mark] of [['ABSENCE', 'A'] as const, ['LATE', 'L'] as const]) {
    const untrue = rows.filter((row) => row.mark !== mark)
    await cancelMessages(
      db,
      school.id,
      kind,
      untrue.map(({ id }) => noticeEvent(day, id)),
    )
  }
}
