import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { countedSessions } from '../attendance.rules.ts'
import { lectureIsLive } from './sections.sql.ts'

/**
 * Counts the days of a term on which attendance was taken in a student's section since admission, and the days present.
 * Late is present. With two registers a day, each counts half. By subject, one attended register makes the day present.
 * Registers of former sections count where the student has a mark. Pass it to `read`; it returns one row.
 * @param within only these days, the last one included; null for the whole term
 */
export function termAttendance(
  db: Db,
  school: School,
  enrolment: { termId: number; studentId: number; sectionId: number },
  within: { from: string; to: string } | null = null,
) {
  const { termId, studentId, sectionId } = enrolment
  const presentShare = school.attType === 'SUBJECTWISE' ? sql`least(present, 1)` : sql`present::numeric / taken`
  return db
    .selectFrom(
      sql<{ workingDays: number; daysPresent: number }>`(
    with mine as (
      select register_id, value from marks where school_id = ${school.id} and student_id = ${studentId}
    ),
    days as (
      select r.day, count(*) as taken, count(*) filter (where mine.value in ('P', 'L')) as present
      from registers r
      left join mine on mine.register_id = r.id
      where r.school_id = ${school.id} and r.term_id = ${termId} and r.session = any(${countedSessions(school.attType)}::text[])
        and (r.section_id = ${sectionId} or mine.value is not null)
        and r.day >= coalesce((select date_of_admission from students where school_id = ${school.id} and id = ${studentId}), r.day)
        and not ${lectureIsLive(school.id)} ${within ? sql`and r.day between ${within.from}::date and ${within.to}::date` : sql``}
      group by r.day
    )
    select count(*)::int as working_days, coalesce(round(sum(${presentShare}), 1), 0) as days_present from days)`.as<'d'>('d'),
    )
    .selectAll()
}
