import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { countedSessions } from '../attendance.rules.ts'
import { lectureGoesOn } from './sections.sql.ts'

/** The days of a student on which attendance was taken, and those of them present. */
export interface DaysPresent {
  studentId: number
  present: number
  taken: number
}

/**
 * On how many days of a span each student was present, of those on which somebody took attendance: late is present. Half days count a
 * half; by subject a day is present where one lecture was.
 */
export async function daysPresent(db: Tx, school: School, from: Day, to: Day): Promise<DaysPresent[]> {
  const days = {
    DAILY: sql`1, (here > 0)::int`,
    DUAL: sql`marks / 2.0, here / 2.0`,
    SUBJECTWISE: sql`1, (here > 0)::int`,
  }[school.attType as 'DAILY' | 'DUAL' | 'SUBJECTWISE']
  const { rows } = await sql<DaysPresent>`
    with r as materialized (${countedRegisters(school, from, to)})
    select student_id, sum(present)::float8 as present, sum(taken)::float8 as taken
    from (
      select student_id, ${days}
      from (
        select m.student_id, r.day, count(*) as marks, count(*) filter (where m.value <> 'A') as here
        from r cross join lateral (
          select student_id, value from marks where school_id = ${school.id} and register_id = r.id offset 0
        ) m
        group by m.student_id, r.day
      ) day
    ) days (student_id, taken, present)
    group by student_id order by student_id`.execute(db)
  return rows
}

/**
 * What each student's guardians are told of a day's lectures, in their order: `Science A, Maths P`. Where attendance is taken by subject;
 * of a holiday nobody is told.
 * @param studentIds of these alone
 */
export async function lecturesOfDay(
  db: Tx,
  school: School,
  day: Day,
  studentIds?: readonly number[],
): Promise<Map<number, string>> {
  const asked = studentIds ? sql`student_id = any(${studentIds}::bigint[])` : sql`true`
  const { rows } = await sql<{ studentId: number; name: string; value: Mark }>`
    with r as materialized (${countedRegisters(school, day, day)})
    select m.student_id, coalesce(subjects.name, 'Lecture') as name, m.value
    from r
    left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
    left join lectures on lectures.school_id = ${school.id} and lectures.register_id = r.id
    cross join lateral (
      select student_id, value from marks where school_id = ${school.id} and register_id = r.id and ${asked} offset 0
    ) m
    order by m.student_id, coalesce(r.starts, (lectures.started_at at time zone 'Asia/Kolkata')::time), r.id`.execute(db)
  const ofStudents = Map.groupBy(rows, (row) => row.studentId)
  return new Map([...ofStudents].map(([id, of]) => [id, of.map(({ name, value }) => `${name} ${value}`).join(', ')]))
}

/** What is told of a day's lectures of some students and has not arrived; most of it waits. */
export async function openLectures(db: Tx, schoolId: number, day: Day, studentIds: readonly number[]) {
  const events = new Map(studentIds.map((id) => [summaryEvent(day, id), id]))
  const rows = await db
    .selectFrom('messages')
    .select('event')
    .where('schoolId', '=', schoolId)
    .where('kind', '=', 'TIMETABLE')
    .where('state', 'not in', ['CANCELLED', 'DELIVERED', 'READ'])
    .where(sql<boolean>`event = any(${[...events.keys()]}::text[])`)
    .execute()
  return rows.map(({ event }) => ({ event, studentId: events.get(event) ?? 0 }))
}

/** What a summary about a student is of. */
export function summaryEvent(day: Day, studentId: number): string {
  return `${day}/${studentId}`
}

/** The registers of the current term in a span that count, and are over; those of holidays tell of nothing. */
function countedRegisters(school: School, from: Day, to: Day) {
  return sql`select r.id, r.day, r.subject_id, r.starts from registers r
      join terms on terms.school_id = ${school.id} and terms.id = r.term_id and terms.current
      where r.school_id = ${school.id} and r.day between ${from} and ${to} and r.session = any(${countedSessions(school.attType)}::text[])
        and not ${lectureGoesOn(school.id)} and not exists (select from holidays h where h.school_id = ${school.id} and h.day = r.day)`
}
