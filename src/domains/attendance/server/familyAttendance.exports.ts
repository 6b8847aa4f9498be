import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Mark } from '#shared/marks.ts'
import { countedSessions, type RegisterSession } from '../attendance.rules.ts'
import { sectionMembers } from '#domains/students/server/sectionMembers.exports.ts'
import { isOfHoliday, lectureIsLive } from './sections.sql.ts'

export { LeaveNoteType } from './leaveNotes.graphql.ts'
export { type LeaveNote, leaveNotesOfStudents } from './leaveNotes.sql.ts'

/** The counted registers of a term with a child's mark. */
export interface AttendanceOfChild {
  studentId: number
  taken: number
  present: number
  late: number
}

/** A register in which a child was absent or late. */
export interface Absence {
  studentId: number
  day: string
  session: RegisterSession
  subjectName: string | null
  value: Mark
}

const absencesShown = 6

/** SQL of the children's marks `m` with their counted registers `r`. */
function countedMarks(school: School, termId: number, studentIds: readonly number[]) {
  return sql`marks m join registers r on r.school_id = ${school.id} and r.id = m.register_id
    where m.school_id = ${school.id} and m.student_id = any(${studentIds}::bigint[]) and r.term_id = ${termId}
      and r.session = any(${countedSessions(school.attType)}::text[]) and not ${lectureIsLive(school.id)} and not ${isOfHoliday(school.id)}`
}

/** Counts the marks of children in a term, as the month's grid counts them. */
export function attendanceOfChildren(db: Db, school: School, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom(
      sql<AttendanceOfChild>`(
    select m.student_id, count(*)::int as taken, count(*) filter (where m.value <> 'A')::int as present,
      count(*) filter (where m.value = 'L')::int as late
    from ${countedMarks(school, termId, studentIds)} group by m.student_id)`.as<'a'>('a'),
    )
    .selectAll()
}

/** Selects the last absences and late arrivals of children, newest first. */
export function absencesOfChildren(db: Db, school: School, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom(
      sql<Absence>`(
    select a.student_id, a.day, a.session, subjects.name as subject_name, a.value
    from (
      select m.student_id, r.day, r.session, r.subject_id, r.taken_at, m.value,
        row_number() over (partition by m.student_id order by r.day desc, r.taken_at desc, r.id desc) as place
      from ${countedMarks(school, termId, studentIds)} and m.value <> 'P'
    ) a
    left join subjects on subjects.school_id = ${school.id} and subjects.id = a.subject_id
    where a.place <= ${absencesShown}
    order by a.student_id, a.place)`.as<'a'>('a'),
    )
    .selectAll()
}

/** The first register of a child's section on a day. */
export interface RegisterOfDay {
  studentId: number
  takenAt: Date
  /** Null for a child without a mark in it. */
  value: Mark | null
}

/** Selects the first register of a day for children with their sections: a word that comes after it comes late. */
export function firstRegisterOfDay(db: Db, schoolId: number, day: string, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom(
      sql<RegisterOfDay>`(
    select e.student_id, first.taken_at, m.value
    from (${sectionMembers(schoolId, day, sql`term_id = ${termId} and student_id = any(${studentIds}::bigint[])`)}) e
    cross join lateral (
      select r.id, r.taken_at from registers r
      where r.school_id = ${schoolId} and r.section_id = e.section_id and r.day = ${day} and r.session <> 'LECTURE'
      order by r.taken_at limit 1
    ) first
    left join marks m on m.school_id = ${schoolId} and m.register_id = first.id and m.student_id = e.student_id)`.as<'f'>('f'),
    )
    .selectAll()
}
