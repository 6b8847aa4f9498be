import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { AttType } from '#shared/attTypes.ts'
import type { Day } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { countedSessions } from '../attendance.rules.ts'
import { isOfHoliday, lectureIsLive } from './sections.sql.ts'

/** Number of days on which a student's attendance was taken, and on which the student was present. */
export interface DaysPresent {
  studentId: number
  present: number
  taken: number
}

/**
 * Counts, for each student, the days with attendance and the days present; late is present. With two registers a day,
 * each counts half. By subject, a student with one lecture attended is present for the day.
 */
export async function daysPresent(db: Tx, school: School, from: Day, to: Day): Promise<DaysPresent[]> {
  const days = {
    DAILY: sql`1, (here > 0)::int`,
    DUAL: sql`marks / 2.0, here / 2.0`,
    SUBJECTWISE: sql`1, (here > 0)::int`,
  }[school.attType as AttType]
  const { rows } = await sql<DaysPresent>`
    with r as (${countedRegisters(school, from, to)})
    select student_id, sum(present)::float8 as present, sum(taken)::float8 as taken
    from (
      select student_id, ${days}
      from (
        select m.student_id, r.day, count(*) as marks, count(*) filter (where m.value <> 'A') as here
        from r join marks m on m.school_id = ${school.id} and m.register_id = r.id
        group by m.student_id, r.day
      ) day
    ) days (student_id, taken, present)
    group by student_id order by student_id`.execute(db)
  return rows
}

/**
 * Returns the text about a day's lectures for each student, in time order: `Science A, Maths P`. For schools that take
 * attendance by subject. A holiday has no texts.
 * @param studentIds limits the result to these students
 */
export async function lecturesOfDay(
  db: Tx,
  school: School,
  day: Day,
  studentIds?: readonly number[],
): Promise<Map<number, string>> {
  const studentFilter = studentIds ? sql`m.student_id = any(${studentIds}::bigint[])` : sql`true`
  const { rows } = await sql<{ studentId: number; name: string; value: Mark }>`
    with r as (${countedRegisters(school, day, day)})
    select m.student_id, coalesce(subjects.name, 'Lecture') as name, m.value
    from r
    left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
    left join lectures on lectures.school_id = ${school.id} and lectures.register_id = r.id
    join marks m on m.school_id = ${school.id} and m.register_id = r.id and ${studentFilter}
    order by m.student_id, coalesce(r.starts, (lectures.started_at at time zone 'Asia/Kolkata')::time), r.id`.execute(db)
  const rowsByStudent = Map.groupBy(rows, (row) => row.studentId)
  return new Map(
    [...rowsByStudent].map(([id, studentRows]) => [id, studentRows.map(({ name, value }) => `${name} ${value}`).join(', ')]),
  )
}

/** Returns the summaries of a day's lectures that have not been delivered; most are still queued. */
export async function undeliveredSummaries(db: Tx, schoolId: number, day: Day, studentIds: readonly number[]) {
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

/** Returns the event of a summary about a student. */
export function summaryEvent(day: Day, studentId: number): string {
  return `${day}/${studentId}`
}

/** SQL of the current term's registers in a span that count and have ended, without those on holidays. */
function countedRegisters(school: School, from: Day, to: Day) {
  return sql`select r.id, r.day, r.subject_id, r.starts from registers r
      join terms on terms.school_id = ${school.id} and terms.id = r.term_id and terms.current
      where r.school_id = ${school.id} and r.day between ${from} and ${to} and r.session = any(${countedSessions(school.attType)}::text[])
        and not ${lectureIsLive(school.id)} and not ${isOfHoliday(school.id)}`
}
