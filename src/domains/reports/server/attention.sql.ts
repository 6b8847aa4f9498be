import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { takesRegister } from '#domains/attendance/server/attendance.exports.ts'
import { studentFigures } from '#domains/attendance/server/studentFigures.exports.ts'
import type { RegisterRange } from './registers.sql.ts'

/** An enabled student of a section with the figures that decide whether attention is needed. */
export interface AttentionRow {
  sectionId: number
  name: string
  roll: string
  phone: string
  present: number
  absent: number
  late: number
  awayDays: number
  longestRun: number
  lastRun: number
  presentOn: string | null
  /** Absent days by weekday, Sunday first. */
  awayByWeekday: number[]
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

/**
 * Selects the enabled students of sections, by section and roll, with the figures of a range of days. Figures of a
 * student without marks are 0.
 */
export function attentionRows(db: Db, school: School, viewAs: Viewer, range: RegisterRange) {
  const onWeekday = (weekday: number) => sql`count(*) filter (where extract(dow from day) = ${sql.lit(weekday)})`
  return db
    .selectFrom(
      sql<AttentionRow>`(
    with ${studentFigures(school, { ...range, taken: takesRegister(viewAs) })},
    away as (
      select student_id, array[${sql.join(weekdays.map(onWeekday))}]::int[] as by_weekday
      from student_days where away group by student_id
    )
    select seated.section_id, s.name, s.phone, e.roll, coalesce(f.present, 0) as present, coalesce(f.absent, 0) as absent,
      coalesce(f.late, 0) as late, coalesce(f.away_days, 0) as away_days, coalesce(f.longest_run, 0) as longest_run,
      coalesce(f.last_run, 0) as last_run, f.present_on, coalesce(away.by_weekday, '{0,0,0,0,0,0,0}') as away_by_weekday
    from seated
    cross join lateral (select name, phone from students where school_id = ${school.id} and id = seated.student_id offset 0) s
    cross join lateral (
      select roll, roll_sort from enrolments
      where school_id = ${school.id} and term_id = ${range.termId} and student_id = seated.student_id offset 0
    ) e
    left join student_figures f on f.student_id = seated.student_id
    left join away on away.student_id = seated.student_id
    order by array_position(${range.sectionIds}::bigint[], seated.section_id), e.roll_sort, seated.student_id)`.as<'a'>('a'),
    )
    .selectAll()
}
