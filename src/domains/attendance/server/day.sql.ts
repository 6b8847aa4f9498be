import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import type { MessageState } from '#domains/messaging/server/messaging.exports.ts'
import { countSectionMembers, sectionMembers } from '#domains/students/server/sectionMembers.exports.ts'
import { schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'
import { holidayName, type RegisterSession } from '../attendance.rules.ts'
import { leaveNotesAbout } from './leaveNotes.sql.ts'
import { isNotifiable, noticeKinds, type NoticeSchool, noticeTime } from './notices.sql.ts'
import { isInTerm, sectionsOfTerm, sectionVisible } from './sections.sql.ts'

/* Attendance for the page of the day. One statement a list, of the current term and of the viewer's sections. */

/** SQL of the id of a school's current term. */
export function currentTerm(schoolId: number): RawBuilder<unknown> {
  return sql`(select id from terms where school_id = ${schoolId} and current)`
}

function visibleSections(schoolId: number, viewer: Viewer): RawBuilder<unknown> {
  return sectionsOfTerm(schoolId, currentTerm(schoolId), sectionVisible(viewer))
}

/** An absent student with what decides whether the family knows, and whether the student came in by the gate. */
export interface AbsentStudent {
  studentId: number
  name: string
  phone: string
  email: string
  subject: string | null
  sectionId: number
  sectionName: string
  /** Whether the section has a time for notices. */
  timed: boolean
  held: boolean
  messageId: number | null
  state: MessageState | null
  at: Date | null
  cancelledByPerson: boolean
  toldAt: Date | null
  /** What a guardian has told of the day, and the last day that it is about; null for nothing. */
  leaveReason: string | null
  leaveUntil: Day | null
  /** The register with the absence: the last one of the section, if the student is absent there. */
  session: RegisterSession
  subjectId: number | null
  starts: string | null
  takenByName: string
  /** When the student came in, if the last scan of the day is IN and the section's last register says absent. */
  cameAt: Date | null
}

/**
 * Returns the students who are absent on a day, in the school's order: those whose guardians are notified of an
 * absence.
 *
 * Messages and leave notes of the day are read once and joined: asking for 250 students one by one takes longer.
 * @param studentId narrows it to one student
 */
export function absentStudents(db: Db | Tx, school: NoticeSchool, viewer: Viewer, day: Day, studentId?: number) {
  const schoolId = school.id
  const time = school.attType === 'SUBJECTWISE' ? sql`${noticeTime(school)}` : sql`a.notification_time`
  return db
    .selectFrom(
      sql<AbsentStudent>`(
    with p as (${visibleSections(schoolId, viewer)}),
    taken as (
      select r.id, r.section_id, r.session, r.subject_id, r.starts, r.taken_by_name, r.taken_at from registers r
      where ${isNotifiable(school, day)}
    ),
    r as (
      select r.id, r.session, r.subject_id, r.starts, r.taken_by_name,
        row_number() over (partition by r.section_id order by r.taken_at desc, r.id desc) = 1 as last, p.*
      from taken r
      join p on p.section_id = r.section_id
    ),
    a as (
      -- The event is put together here, where no policy keeps its function from the index of the messages.
      select distinct on (m.student_id) m.student_id, ${day}::text || '/' || m.student_id as event, r.*
      from r
      join marks m on m.school_id = ${schoolId} and m.register_id = r.id and m.value = 'A'
        and ${studentId === undefined ? sql`true` : sql`m.student_id = ${studentId}`}
      order by m.student_id, r.last desc, r.id desc
    ),
    h as (select section_id from notice_holds where school_id = ${schoolId} and day = ${day}),
    -- A corrected mark may have two messages; one that is not cancelled is preferred.
    message as (
      select distinct on (event) event, id, state, state_at, cancelled_by_name is not null as cancelled_by_person from messages
      where school_id = ${schoolId} and kind = any(${noticeKinds}::text[]) and day = ${day}
      order by event, state = 'CANCELLED' and cancelled_by_name is null, state_at desc
    ),
    leave as (${leaveNotesAbout(schoolId, day)})
    select s.id as student_id, s.name, s.phone, s.email, s.subject, a.section_id, a.section_name, ${time} is not null as timed,
      exists (select from h where h.section_id is null or h.section_id = a.section_id) as held,
      message.id as message_id, message.state, message.state_at as at, coalesce(message.cancelled_by_person, false) as cancelled_by_person,
      told.told_at, leave.reason as leave_reason, leave.to_day as leave_until,
      a.session, a.subject_id, a.starts, a.taken_by_name, case when scan.direction = 'IN' then scan.at end as came_at
    from a
    join students s on s.school_id = ${schoolId} and s.id = a.student_id and not s.disabled
    left join message on message.event = a.event
    left join told_families told on told.school_id = ${schoolId} and told.day = ${day} and told.student_id = a.student_id
    left join leave on leave.student_id = a.student_id
    left join lateral (
      select direction, at from gate_scans where a.last and school_id = ${schoolId} and day = ${day} and student_id = a.student_id
      order by at desc, id desc limit 1
    ) scan on true
    order by ${schoolOrder('a')}, s.id)`.as<'a'>('a'),
    )
    .selectAll()
}

/** A teacher who takes a section's registers, or those of a subject. */
export interface RegisterTeacher {
  sectionId: number
  /** null where registers are not by subject. */
  subjectId: number | null
  subject: string | null
  name: string
  phone: string
  /** A device of the teacher gets notifications. */
  hasDevice: boolean
}

/** Returns the enabled teachers of the viewer's sections, or of their subjects where attendance is taken by subject. */
export function registerTeachers(db: Db | Tx, school: NoticeSchool, viewer: Viewer) {
  const schoolId = school.id
  const assigned =
    school.attType === 'SUBJECTWISE'
      ? sql`select subjects.section_id, subjects.id as subject_id, t.user_id from subjects
          join p on p.section_id = subjects.section_id
          join subject_teachers t on t.school_id = ${schoolId} and t.subject_id = subjects.id
          where subjects.school_id = ${schoolId}`
      : sql`select t.section_id, null::bigint as subject_id, t.user_id from section_teachers t
          join p on p.section_id = t.section_id where t.school_id = ${schoolId}`
  return db
    .selectFrom(
      sql<RegisterTeacher>`(
    with p as (${visibleSections(schoolId, viewer)})
    select a.section_id, a.subject_id, u.subject, u.name, u.phone,
      exists (select from device_tokens d where d.subject = u.subject) as has_device
    from (${assigned}) a
    join users u on u.school_id = ${schoolId} and u.id = a.user_id
    where not u.disabled
    order by u.name, u.id)`.as<'t'>('t'),
    )
    .selectAll()
}

/** Selects the registers of a day that were asked for. */
export function nudgesOfDay(db: Db | Tx, schoolId: number, day: Day) {
  return db
    .selectFrom('registerNudges')
    .select(['sectionId', 'session', 'subjectId', 'starts', 'askedAt', 'askedByName'])
    .where('schoolId', '=', schoolId)
    .where('day', '=', day)
}
export type Nudge = Awaited<ReturnType<ReturnType<typeof nudgesOfDay>['execute']>>[number]

/** Attendance of a whole school on a day, from the last register of each section. */
export interface AttendanceSums {
  /** Students who are in the sections of the current term that day. */
  students: number
  /** Present and late. */
  present: number
  absent: number
  /** Sections that expect a register; 0 on a holiday. */
  sections: number
  sectionsTaken: number
}

/** Sums a school's attendance on a day: one row. */
export function attendanceSums(db: Db, school: School, day: Day) {
  const schoolId = school.id
  const isHoliday =
    holidayName(day, null) === null
      ? sql`exists (select from holidays where school_id = ${schoolId} and day = ${day})`
      : sql`true`
  return db
    .selectFrom(
      sql<AttendanceSums>`(
    with p as (select id from sections where school_id = ${schoolId} and term_id = ${currentTerm(schoolId)}),
    r as (
      select distinct on (r.section_id) r.present + r.late as present, r.absent
      from registers r where ${isNotifiable(school, day)} and r.section_id in (select id from p)
      order by r.section_id, r.taken_at desc, r.id desc
    )
    select ${countSectionMembers(schoolId, day, sql`term_id = ${currentTerm(schoolId)}`)} as students,
      (select coalesce(sum(present), 0) from r)::int as present, (select coalesce(sum(absent), 0) from r)::int as absent,
      case when ${isHoliday} or not ${isInTerm(schoolId, currentTerm(schoolId), day)} then 0 else (
        select count(*) from p where exists (select from (${sectionMembers(schoolId, day, sql`section_id = p.id`)}) member)
      ) end::int as sections, (select count(*) from r)::int as sections_taken
    )`.as<'s'>('s'),
    )
    .selectAll()
}
