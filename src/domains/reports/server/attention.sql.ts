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

/**
 * Selects the enabled students of sections, by section and roll, with the figures of a range of days. Figures of a
 * student without marks are 0.
 */
export function attentionRows(db: Db, school: School, viewAs: Viewer, range: RegisterRange) {
  return db
    .selectFrom(
      sql<AttentionRow>`(
    with ${studentFigures(school, { ...range, taken: takesRegister(viewAs) })}
    select f.section_id, s.name, s.phone, e.roll, f.present, f.absent, f.late, f.away_days, f.longest_run, f.last_run, f.present_on,
      f.away_by_weekday
    from student_figures f
    cross join lateral (select name, phone from students where school_id = ${school.id} and id = f.student_id) s
    cross join lateral (
      select roll, roll_sort from enrolments
      where school_id = ${school.id} and term_id = ${range.termId} and student_id = f.student_id
    ) e
    order by array_position(${range.sectionIds}::bigint[], f.section_id), e.roll_sort, f.student_id)`.as<'a'>('a'),
    )
    .selectAll()
}
