import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { showDay } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import {
  cancelMessages,
  type MessageChannel,
  type MessageState,
  schoolNameOf,
} from '#domains/messaging/server/messaging.exports.ts'
import type { Mark } from '#shared/marks.ts'
import { countedSessions, noticedMarks } from '../attendance.rules.ts'
import { inOrder, lectureGoesOn, placesOfTerm, seen } from './sections.sql.ts'

/** The registers `r` of a day whose marks guardians hear of: a live lecture is not over yet, until its time is. */
function noticed(school: School, day: string): RawBuilder<unknown> {
  return sql`r.school_id = ${school.id} and r.day = ${day} and r.session = any(${countedSessions(school.attType)}::text[])
    and not ${lectureGoesOn(school.id)}`
}

/** Those of a day who were absent, or late where the school tells that too: the worst mark of each and the subjects missed. */
function absences(school: School, day: string): RawBuilder<unknown> {
  return sql`select m.student_id, (array_agg(r.section_id order by r.id desc))[1] as section_id, min(m.value) as mark,
      coalesce(array_agg(distinct subjects.name order by subjects.name) filter (where subjects.name is not null), '{}') as subjects
    from (select r.* from registers r where ${noticed(school, day)} offset 0) r
    cross join lateral (
      select student_id, value from marks
      where school_id = ${school.id} and register_id = r.id and value = any(${noticedMarks(school.onlyAbsent)}::text[]) offset 0
    ) m
    left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
    group by m.student_id`
}

/** When the guardians of `sections` are told, in the school's own time; null is never. */
function noticeTime(school: School): RawBuilder<unknown> {
  return school.attType === 'SUBJECTWISE'
    ? sql`${school.subjectwiseSmsTime}::time`
    : sql`(sections.notification_time at time zone 'Asia/Kolkata')::time`
}

/** What guardians hear of a day: that a child was absent, or that it came late. */
export const noticeKinds = ['ABSENCE', 'LATE'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The ways each goes in a school; none: it is not told. */
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

/** What the message about a student's absence on a day is of. */
export function noticeEvent(day: string, studentId: number): string {
  return `${day}/${studentId}`
}

/** Whether one of some ways reaches the student `s`, as SQL; who is on the default phone has none here. */
function reached(ways: readonly MessageChannel[]): RawBuilder<unknown> {
  const phone = ways.some((way) => way === 'WHATSAPP' || way === 'SMS')
  return sql`(${phone}::boolean and s.phone <> '' or ${ways.includes('EMAIL')}::boolean and s.email <> ''
          or ${ways.includes('APP')}::boolean and s.subject is not null)`
}

/**
 * What guardians are to be told at a time of a day: of sections of the current term that are not held, on a day that is no holiday,
 * where the school tells at all. Disabled students and those whom no way of the school reaches have none. Guardians who have heard that a
 * child was absent do not hear of the same day that it was late, or the other way round, whatever the mark has become.
 */
function rightful(school: School, day: string, time: string, ways: NoticeWays): RawBuilder<unknown> {
  const told = noticeKinds.filter((kind) => ways[kind].length > 0)
  return sql`select a.kind, ${day}::text || '/' || a.student_id as event, a.student_id, s.phone, s.email, s.subject,
        jsonb_build_object('student', s.name, 'section', classes.name || '-' || sections.name, 'day', ${showDay(day)}::text,
          'subjects', array_to_string(a.subjects, ', '), 'school', ${schoolNameOf(school)}) as params
      from (select *, case mark when 'A' then 'ABSENCE' else 'LATE' end as kind from (${absences(school, day)}) of) a
      cross join lateral (
        select name, case when phone = ${defaultPhone} then '' else phone end as phone, email, subject from students
        where school_id = ${school.id} and id = a.student_id and not disabled offset 0
      ) s
      join sections on sections.school_id = ${school.id} and sections.id = a.section_id
      join terms on terms.school_id = ${school.id} and terms.id = sections.term_id and terms.current
      join classes on classes.school_id = ${school.id} and classes.id = sections.class_id
      where ${school.attNotification}::boolean and ${noticeTime(school)} <= ${time}::time and a.kind = any(${told}::text[])
        and case a.kind when 'ABSENCE' then ${reached(ways.ABSENCE)} else ${reached(ways.LATE)} end
        and not exists (select from holidays where school_id = ${school.id} and day = ${day})
        and not exists (select from notice_holds h where h.school_id = ${school.id} and h.day = ${day}
          and (h.section_id is null or h.section_id = a.section_id))
        and not exists (select from messages other where other.school_id = ${school.id} and other.kind = any(${noticeKinds}::text[])
          and other.kind <> a.kind and other.event = ${day}::text || '/' || a.student_id
          and (other.state not in ('QUEUED', 'CANCELLED', 'FAILED') or other.cancelled_by_name is not null))`
}

/** The messages that are due at a time of a day and do not wait yet, or wait with other words, for another address or other ways. */
export function dueNotices(db: Db | Tx, school: School, day: string, time: string, ways: NoticeWays) {
  return db
    .selectFrom(
      sql<DueNotice>`(
    select due.* from (${rightful(school, day, time, ways)}) due
    left join messages m on m.school_id = ${school.id} and m.kind = due.kind and m.event = due.event
    where m.id is null or (m.state = 'CANCELLED' and m.cancelled_by_name is null) or m.withdrawn_at is not null
      or (m.state = 'QUEUED' and (m.params <> due.params or m.phone <> due.phone
        or m.email <> due.email or m.subject is distinct from due.subject
        or m.channels <> case due.kind when 'ABSENCE' then ${ways.ABSENCE}::text[] else ${ways.LATE}::text[] end))
    order by due.student_id)`.as<'n'>('n'),
    )
    .selectAll()
}

/** The messages about a day that wait, or can go by another way, though there is nothing to be told any more, whatever has made it so. */
export function strayNotices(db: Db | Tx, school: School, day: string, time: string, ways: NoticeWays) {
  return db
    .selectFrom('messages')
    .select([sql<NoticeKind>`kind`.as('kind'), 'event'])
    .where('schoolId', '=', school.id)
    .where('kind', 'in', noticeKinds)
    .where('day', '=', day)
    .where('state', 'in', ['QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'FAILED'])
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`(kind, event) not in (select due.kind, due.event from (${rightful(school, day, time, ways)}) due)`)
}

/** Cancels those of some notices that wait, and withdraws those that have gone, whatever they say. */
export async function cancelNoticeEvents(db: Tx, schoolId: number, events: readonly string[]): Promise<void> {
  for (const kind of noticeKinds) await cancelMessages(db, schoolId, kind, events)
}

/** Keeps the marks that guardians hear of as they are until the transaction ends: who corrects one comes before or after. */
export async function holdRegistersOfDay(db: Tx, school: School, day: string): Promise<void> {
  await sql`select from registers r where r.school_id = ${school.id} and r.day = ${day} order by r.id for share`.execute(db)
}

/** Keeps notices from being held, released or queued by others until the transaction ends. */
export async function lockNotices(db: Tx, schoolId: number): Promise<void> {
  await sql`select from schools where id = ${schoolId} for no key update`.execute(db)
}

/** A section whose guardians are told. */
export interface SectionRow {
  sectionId: number
  sectionName: string
  time: string | null
  taken: boolean
  heldAt: Date | null
  heldBy: string | null
}

/** The sections of the current term that the viewer sees, with when their guardians are told. */
export function noticeSections(db: Db | Tx, school: School, viewer: Viewer, day: string) {
  const time =
    school.attType === 'SUBJECTWISE'
      ? sql`${school.subjectwiseSmsTime}::time`
      : sql`(p.notification_time at time zone 'Asia/Kolkata')::time`
  const term = sql`(select id from terms where school_id = ${school.id} and current)`
  return db
    .selectFrom(
      sql<SectionRow>`(
    with p as materialized (${placesOfTerm(school.id, term, seen(viewer))})
    select p.section_id, p.section_name, to_char(${time}, 'HH24:MI') as time,
      exists (select from registers r where ${noticed(school, day)} and r.section_id = p.section_id) as taken,
      h.held_at, h.held_by_name as held_by
    from p
    left join notice_holds h on h.school_id = ${school.id} and h.day = ${day} and h.section_id = p.section_id
    order by ${inOrder})`.as<'s'>('s'),
    )
    .selectAll()
}

/** A student with an absence or a message of a day; `mark` is null where the absence was corrected. */
export interface StudentNotice {
  studentId: number
  sectionId: number
  name: string
  roll: string
  /** Where the student is found now. */
  phone: string
  email: string
  subject: string | null
  /** To which a message has gone, or waits to go; empty where it goes by other ways, null where there is none. */
  messagePhone: string | null
  mark: Mark | null
  subjects: string[]
  state: MessageState | null
  at: Date | null
  /** Whether a person has cancelled it. */
  byPerson: boolean
}

/** Everybody who was absent on a day or has a message about it, by section and roll; whose sections they are, the caller looks. */
export function noticeStudents(db: Db | Tx, school: School, day: string) {
  return db
    .selectFrom(
      sql<StudentNotice>`(
    select s.id as student_id, coalesce(told.section_id, e.section_id) as section_id, s.name, coalesce(e.roll, '') as roll,
      s.phone, s.email, s.subject, told.phone as message_phone, told.mark, told.subjects, told.state,
      told.at, told.cancelled_by_name is not null as by_person
    from (
      -- coalesce() may not be asked before the policy of students, and would keep the key's index away.
      select coalesce(a.student_id, m.student_id) as student_id, a.section_id, a.mark, coalesce(a.subjects, '{}') as subjects,
        m.id as message_id, m.phone, m.state, m.state_at as at, m.cancelled_by_name
      from (${absences(school, day)}) a
      full join (
        -- Of a mark that was corrected there may be two: the one that was cancelled tells less.
        select distinct on (about.student_id) messages.*, about.student_id from messages
        join message_students about on about.school_id = ${school.id} and about.message_id = messages.id
        where messages.school_id = ${school.id} and kind = any(${noticeKinds}::text[]) and day = ${day}
        order by about.student_id, messages.state = 'CANCELLED' and messages.cancelled_by_name is null, messages.state_at desc
      ) m
        on m.student_id = a.student_id
      offset 0
    ) told
    cross join lateral (
      select id, name, phone, email, subject, disabled from students where school_id = ${school.id} and id = told.student_id offset 0
    ) s
    left join terms t on t.school_id = ${school.id} and t.current
    left join lateral (
      select section_id, roll, roll_sort from enrolments
      where school_id = ${school.id} and term_id = t.id and student_id = s.id offset 0
    ) e on true
    where not s.disabled or told.message_id is not null
    order by e.roll_sort, s.id)`.as<'n'>('n'),
    )
    .selectAll()
}

/** What keeps the notices of the whole school back on a day. */
export function schoolHold(db: Db | Tx, schoolId: number, day: string) {
  return db
    .selectFrom('noticeHolds')
    .select(['heldAt as at', 'heldByName as byName'])
    .where('schoolId', '=', schoolId)
    .where('day', '=', day)
    .where('sectionId', 'is', null)
}

/**
 * Cancels the absence messages about a day that the marks of some students do not bear out any more: `correctMessages` calls it.
 */
export async function cancelNotices(db: Tx, school: School, day: string, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length === 0) return
  const { rows } = await sql<{ id: number; mark: Mark | null }>`
    select given.id, (
      select min(m.value) from marks m join registers r on r.school_id = ${school.id} and r.id = m.register_id
      where m.school_id = ${school.id} and m.student_id = given.id and m.value = any(${noticedMarks(school.onlyAbsent)}::text[])
        and ${noticed(school, day)}
    ) as mark
    from unnest(${studentIds}::bigint[]) as given (id)`.execute(db)
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
