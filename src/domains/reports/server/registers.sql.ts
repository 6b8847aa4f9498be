import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { countedSessions, lectureIsLive, takesRegister } from '#domains/attendance/server/attendance.exports.ts'

/** The sections and days of a report. */
export interface Span {
  termId: number
  sectionIds: readonly number[]
  start: string
  end: string
}

/** A register that counts. */
export interface RegisterRow {
  id: number
  sectionId: number
  day: string
  session: string
  subjectId: number | null
  subjectName: string | null
  /** When it began, in the school's own time: of a slot and of a lecture. */
  starts: string | null
}

/**
 * The registers that count, by section in the order of their days and times. A lecture counts once it is over; of a section a teacher
 * only teaches a subject in, it is that subject's registers.
 */
export function countedRegisters(db: Db, school: School, viewAs: Viewer, { termId, sectionIds, start, end }: Span) {
  return db
    .selectFrom(
      sql<RegisterRow>`(
    select r.id, r.section_id, r.day, r.session, r.subject_id, subjects.name as subject_name,
      case r.session when 'LECTURE' then date_trunc('second', r.taken_at at time zone 'Asia/Kolkata')::time else r.starts end as starts
    from registers r
    join sections on sections.school_id = ${school.id} and sections.id = r.section_id
    left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
    where r.school_id = ${school.id} and r.term_id = ${termId} and r.section_id = any(${sectionIds}::bigint[])
      and r.day between ${start} and ${end} and r.session = any(${countedSessions(school.attType)}::text[])
      and (r.session <> 'LECTURE' or not ${lectureIsLive(school.id)})
      and ${takesRegister(viewAs)}
    order by r.section_id, r.day, case r.session when 'DAY' then 0 when 'MORNING' then 1 when 'AFTERNOON' then 2 else 3 end, 7, r.id
  )`.as<'r'>('r'),
    )
    .selectAll()
}

/** The marks of one student in one section's registers: `0P 1A 12L`, by the place that was given to each register, in no order. */
export interface MarksRow {
  sectionId: number
  studentId: number
  marks: string
}

/**
 * The marks of registers, as one text for each student: 500,000 marks are 5,000 rows of the answer. `registers` says which, by three
 * arrays of one length: id, section, and the place of the register in its section.
 */
export function marksOf(
  db: Db,
  schoolId: number,
  registers: { ids: readonly number[]; sectionIds: readonly number[]; places: readonly number[] },
) {
  return db
    .selectFrom(
      sql<MarksRow>`(
    select r.section_id, m.student_id, string_agg(r.place || m.value, ' ') as marks
    from unnest(${registers.ids}::bigint[], ${registers.sectionIds}::bigint[], ${registers.places}::int[]) as r (id, section_id, place)
    cross join lateral (
      select student_id, value from marks where school_id = ${schoolId} and register_id = r.id offset 0
    ) m
    group by r.section_id, m.student_id)`.as<'m'>('m'),
    )
    .selectAll()
}

/** A student who sits in a section, or has marks of it. */
export interface StudentRow {
  sectionId: number
  id: number
  name: string
  roll: string
  registerNo: string
  gender: string
  phone: string
  disabled: boolean
  /** Sits in another section now, or in none. */
  left: boolean
  admittedOn: string | null
}

/** The students of sections and those of `marked` (pairs by place), by section and roll; whoever has left comes last. */
export function sectionStudents(
  db: Db,
  schoolId: number,
  termId: number,
  sectionIds: readonly number[],
  marked: { sectionIds: readonly number[]; studentIds: readonly number[] },
) {
  return db
    .selectFrom(
      sql<StudentRow>`(
    with who as materialized (
      select e.section_id, e.student_id from unnest(${sectionIds}::bigint[]) as s (id)
      cross join lateral (
        select section_id, student_id from enrolments where school_id = ${schoolId} and section_id = s.id offset 0
      ) e
      union
      select * from unnest(${marked.sectionIds}::bigint[], ${marked.studentIds}::bigint[])
    )
    select who.section_id, s.id, s.name, coalesce(e.roll, '') as roll, s.register_no, s.gender, s.phone, s.disabled,
      e.section_id is distinct from who.section_id as "left", s.date_of_admission as admitted_on
    from who
    cross join lateral (
      select id, name, register_no, gender, phone, disabled, date_of_admission from students
      where school_id = ${schoolId} and id = who.student_id offset 0
    ) s
    left join lateral (
      select section_id, roll, roll_sort from enrolments
      where school_id = ${schoolId} and term_id = ${termId} and student_id = who.student_id offset 0
    ) e on true
    order by who.section_id, e.section_id is distinct from who.section_id, e.roll_sort, s.id)`.as<'p'>('p'),
    )
    .selectAll()
}
