import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { countedSessions } from '../attendance.rules.ts'
import { lectureGoesOn } from './sections.sql.ts'

/**
 * On how many days of a term attendance was taken in a student's section since the admission, and on how many of them the student
 * was there: a day of two registers counts by halves, one of subjects when the student came to any; late is there. Registers of
 * sections the student sat in before count where there is a mark. Hand it to `read`: one row.
 */
export function termAttendance(db: Db, school: School, asked: { termId: number; studentId: number; sectionId: number }) {
  const { termId, studentId, sectionId } = asked
  const there = school.attType === 'SUBJECTWISE' ? sql`least(present, 1)` : sql`present::numeric / taken`
  return db
    .selectFrom(
      sql<{ workingDays: number; daysPresent: number }>`(
    with mine as materialized (
      select register_id, value from marks where school_id = ${school.id} and student_id = ${studentId}
    ),
    days as (
      select r.day, count(*) as taken, count(*) filter (where mine.value in ('P', 'L')) as present
      from registers r
      left join mine on mine.register_id = r.id
      where r.school_id = ${school.id} and r.term_id = ${termId} and r.session = any(${countedSessions(school.attType)}::text[])
        and (r.section_id = ${sectionId} or mine.value is not null)
        and r.day >= coalesce((select date_of_admission from students where school_id = ${school.id} and id = ${studentId}), r.day)
        and not ${lectureGoesOn(school.id)}
      group by r.day
    )
    select count(*)::int as working_days, coalesce(round(sum(${there}), 1), 0) as days_present from days)`.as<'d'>('d'),
    )
    .selectAll()
}
