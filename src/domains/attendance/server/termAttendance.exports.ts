import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { countedSessions } from '../attendance.rules.ts'
import { isOfHoliday, lectureIsLive } from './sections.sql.ts'

/**
 * Counts the days of a term on which attendance was taken in a section while the student was there, since admission,
 * and the days present. Late is present. With two registers a day, each counts half. By subject, one attended register
 * makes the day present. A mark counts in every section. Pass it to `read`; it returns one row.
 * @param within only these days, the last one included; null for the whole term
 */
export function termAttendance(
  db: Db,
  school: School,
  enrolment: { termId: number; studentId: number },
  within: { from: string; to: string } | null = null,
) {
  const { termId, studentId } = enrolment
  const presentShare = school.attType === 'SUBJECTWISE' ? sql`least(present, 1)` : sql`present::numeric / taken`
  return db
    .selectFrom(
      sql<{ workingDays: number; daysPresent: number }>`(
    with mine as (
      select register_id, value from marks where school_id = ${school.id} and student_id = ${studentId}
    ),
    former as (
      select section_id, from_day, until_day from former_places
      where school_id = ${school.id} and term_id = ${termId} and student_id = ${studentId}
    ),
    places as (
      select * from former
      union all
      -- The present place of a disabled student is no place any more; the last of the former ones says until when it was.
      select e.section_id, e.from_day, null from enrolments e
      join students s on s.school_id = ${school.id} and s.id = e.student_id
      where e.school_id = ${school.id} and e.term_id = ${termId} and e.student_id = ${studentId}
        and not (s.disabled and (e.from_day is not null or exists (select from former)))
    ),
    days as (
      select r.day, count(*) as taken, count(*) filter (where mine.value in ('P', 'L')) as present
      from registers r
      left join mine on mine.register_id = r.id
      where r.school_id = ${school.id} and r.term_id = ${termId} and r.session = any(${countedSessions(school.attType)}::text[])
        and (mine.value is not null or exists (
          select from places p where p.section_id = r.section_id and (p.from_day is null or p.from_day <= r.day)
            and (p.until_day is null or p.until_day >= r.day)))
        and r.day >= coalesce((select date_of_admission from students where school_id = ${school.id} and id = ${studentId}), r.day)
        and not ${lectureIsLive(school.id)} and not ${isOfHoliday(school.id)} ${within ? sql`and r.day between ${within.from}::date and ${within.to}::date` : sql``}
      group by r.day
    )
    select count(*)::int as working_days, coalesce(round(sum(${presentShare}), 1), 0) as days_present from days)`.as<'d'>('d'),
    )
    .selectAll()
}
