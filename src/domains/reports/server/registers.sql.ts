import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import type { Viewer } from '#platform/viewer.ts'
import { takesRegister } from '#domains/attendance/server/attendance.exports.ts'
import { countsInReports } from '#domains/attendance/server/studentFigures.exports.ts'

/** The sections and days of a report. */
export interface RegisterRange {
  termId: number
  sectionIds: readonly number[]
  start: string
  end: string
}

/** A register that counts in reports. */
export interface RegisterRow {
  id: number
  sectionId: number
  day: string
  session: string
  subjectId: number | null
  subjectName: string | null
  /** The local start time of a slot or a lecture; null for other registers. */
  starts: string | null
}

/**
 * Selects the registers that count, by section in the order of their days and times. A lecture counts once it is over.
 * In a section where a teacher only teaches a subject, only that subject's registers count.
 */
export function countedRegisters(db: Db, school: School, viewAs: Viewer, { termId, sectionIds, start, end }: RegisterRange) {
  return db
    .selectFrom(
      sql<RegisterRow>`(
    select r.id, r.section_id, r.day, r.session, r.subject_id, subjects.name as subject_name,
      case r.session when 'LECTURE' then date_trunc('second', r.taken_at at time zone 'Asia/Kolkata')::time else r.starts end as starts
    from registers r
    join sections on sections.school_id = ${school.id} and sections.id = r.section_id
    left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
    where r.school_id = ${school.id} and r.term_id = ${termId} and r.section_id = any(${sectionIds}::bigint[])
      and r.day between ${start} and ${end} and ${countsInReports(school)} and ${takesRegister(viewAs)}
    order by r.section_id, r.day, case r.session when 'DAY' then 0 when 'MORNING' then 1 when 'AFTERNOON' then 2 else 3 end, 7, r.id
  )`.as<'r'>('r'),
    )
    .selectAll()
}

/** A student's marks in the registers of a section: `0P 1A 12L`, each with the index of its register, unordered. */
export interface MarksRow {
  sectionId: number
  studentId: number
  marks: string
}

/**
 * Selects the marks of registers as one text per student, so that 500,000 marks are 5,000 rows.
 * @param registers three arrays of the same length: id, section, and index of the register within its section
 */
export function marksByStudent(
  db: Db,
  schoolId: number,
  registers: { ids: readonly number[]; sectionIds: readonly number[]; indexes: readonly number[] },
) {
  return db
    .selectFrom(
      sql<MarksRow>`(
    select r.section_id, m.student_id, string_agg(r.nth || m.value, ' ') as marks
    from unnest(${registers.ids}::bigint[], ${registers.sectionIds}::bigint[], ${registers.indexes}::int[]) as r (id, section_id, nth)
    cross join lateral (
      select student_id, value from marks where school_id = ${schoolId} and register_id = r.id
    ) m
    group by r.section_id, m.student_id)`.as<'m'>('m'),
    )
    .selectAll()
}

/** A student who is in a section or has marks in its registers. */
export interface StudentRow {
  sectionId: number
  id: number
  name: string
  roll: string
  registerNo: string
  gender: string
  phone: string
  disabled: boolean
  /** Whether the student is in another section now, or in none. */
  left: boolean
  admittedOn: string | null
  /** The days on which the student was in the section; empty if nobody knows them. */
  places: { fromDay: Day | null; untilDay: Day | null }[]
}

/**
 * Selects the students who have come to sections until the last day, by section and roll; those who have left come
 * last.
 * @param marked further students with marks: two arrays of the same length, section and student
 */
export function sectionStudents(
  db: Db,
  schoolId: number,
  termId: number,
  { sectionIds, end }: Pick<RegisterRange, 'sectionIds' | 'end'>,
  marked: { sectionIds: readonly number[]; studentIds: readonly number[] },
) {
  return db
    .selectFrom(
      sql<StudentRow>`(
    with members as (
      select e.section_id, e.student_id from unnest(${sectionIds}::bigint[]) as s (id)
      cross join lateral (
        select section_id, student_id from enrolments
        where school_id = ${schoolId} and section_id = s.id and (from_day is null or from_day <= ${end})
      ) e
      union
      select * from unnest(${marked.sectionIds}::bigint[], ${marked.studentIds}::bigint[])
    )
    select members.section_id, s.id, s.name, coalesce(e.roll, '') as roll, s.register_no, s.gender, s.phone, s.disabled,
      e.section_id is distinct from members.section_id as "left", s.date_of_admission as admitted_on,
      coalesce(former.places, '[]') || case when e.section_id = members.section_id and not (s.disabled and (e.from_day is not null or exists (
          select from former_places gone where gone.school_id = ${schoolId} and gone.term_id = ${termId} and gone.student_id = s.id)))
        then jsonb_build_array(jsonb_build_object('fromDay', e.from_day, 'untilDay', null)) else '[]' end as places
    from members
    cross join lateral (
      select id, name, register_no, gender, phone, disabled, date_of_admission from students
      where school_id = ${schoolId} and id = members.student_id
    ) s
    left join lateral (
      select section_id, roll, roll_sort, from_day from enrolments
      where school_id = ${schoolId} and term_id = ${termId} and student_id = members.student_id
    ) e on true
    left join (
      select section_id, student_id, jsonb_agg(jsonb_build_object('fromDay', from_day, 'untilDay', until_day)) as places
      from former_places where school_id = ${schoolId} and section_id = any(${sectionIds}::bigint[]) group by section_id, student_id
    ) former on former.section_id = members.section_id and former.student_id = members.student_id
    order by members.section_id, e.section_id is distinct from members.section_id, e.roll_sort, s.id)`.as<'p'>('p'),
    )
    .selectAll()
}
