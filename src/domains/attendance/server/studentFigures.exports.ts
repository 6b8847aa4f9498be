import { type RawBuilder, sql } from 'kysely'
import type { School } from '#platform/school.ts'
import { countedSessions } from '../attendance.rules.ts'
import { isOfHoliday, lectureIsLive } from './sections.sql.ts'

/**
 * SQL condition: register `r` counts in reports. It is of the school's attendance type and of no holiday, and a lecture
 * counts once it is over.
 */
export function countsInReports(school: School): RawBuilder<unknown> {
  return sql`(r.session = any(${countedSessions(school.attType)}::text[])
    and (r.session <> 'LECTURE' or not ${lectureIsLive(school.id)}) and not ${isOfHoliday(school.id)})`
}

/** The sections and days that figures are of. */
export interface FigureRange {
  termId: number
  sectionIds: readonly number[]
  start: string
  end: string
  /** SQL condition on `sections` and `subjects`: the registers that a viewer takes. All of them by default. */
  taken?: RawBuilder<unknown>
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

/**
 * SQL of common tables with the attendance of the enabled students of sections, for a `with`. The report of students
 * who need attention and the list of cases both read them, so that their figures agree.
 *
 * `student_days` has a row for each student and day with marks in registers of the student's own section that count,
 * from the admission on: section_id, student_id, day, present, absent, late, and `away`, whether all marks are A.
 *
 * `student_figures` has a row for each student, also without such a day: the sums of the marks, `days`, `away_days`,
 * `away_by_weekday`, Sunday first, `longest_run` and `last_run` of absent days (0 when the last day is one of
 * presence), `run` and `run_since`, the latest run of absent days and its first day, `present_on`, the last day of
 * presence, and `back`, the number of days of presence since the latest absent day.
 *
 * A row without a day for each student is appended to the marks, and comes first of the student's rows.
 * `student_runs` has a row for each run of absent days, and one for all days of presence.
 */
export function studentFigures(school: School, { termId, sectionIds, start, end, taken }: FigureRange): RawBuilder<unknown> {
  const awayOn = weekdays.map(
    (weekday) =>
      sql`count(*) filter (where away and extract(dow from day) = ${sql.lit(weekday)}) as ${sql.raw(`away_${weekday}`)}`,
  )
  const sums = weekdays.map((weekday) => sql`sum(${sql.raw(`away_${weekday}`)})`)
  return sql`counted_registers as (
      select r.id, r.section_id, r.day
      from registers r
      join sections on sections.school_id = ${school.id} and sections.id = r.section_id
      left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
      where r.school_id = ${school.id} and r.term_id = ${termId} and r.section_id = any(${sectionIds}::bigint[])
        and r.day between ${start} and ${end} and ${countsInReports(school)} and ${taken ?? sql`true`}
    ),
    appended as (
      select r.section_id, m.student_id, r.day, m.value, null::date as admitted
      from counted_registers r
      join marks m on m.school_id = ${school.id} and m.register_id = r.id
      union all
      select e.section_id, e.student_id, null, null, s.date_of_admission
      from unnest(${sectionIds}::bigint[]) as wanted (id)
      join enrolments e on e.school_id = ${school.id} and e.section_id = wanted.id and e.term_id = ${termId}
      join students s on s.school_id = ${school.id} and s.id = e.student_id and not s.disabled
    ),
    student_rows as (
      select section_id, student_id, day, present, absent, late, day is not null and present + late = 0 as away,
        count(*) filter (where present + late > 0) over (partition by section_id, student_id order by day nulls first) as until_return
      from (
        select section_id, student_id, day, count(*) filter (where value = 'P') as present, count(*) filter (where value = 'A') as absent,
          count(*) filter (where value = 'L') as late, first_value(day is null) over seat as seated,
          first_value(max(admitted)) over seat as admitted_on
        from appended group by section_id, student_id, day
        window seat as (partition by section_id, student_id order by day nulls first)
      ) d
      where seated and (day is null or admitted_on is null or day >= admitted_on)
    ),
    student_days as (select * from student_rows where day is not null),
    student_runs as (
      select section_id, student_id, max(until_return) as until_return, count(day) as days, sum(present) as present,
        sum(absent) as absent, sum(late) as late, count(*) filter (where away) as run, min(day) filter (where away) as since,
        max(day) filter (where not away) as present_on, ${sql.join(awayOn)}
      from student_rows group by section_id, student_id, case when away then until_return end
    ),
    student_figures as (
      select section_id, student_id, sum(days)::int as days, sum(present)::int as present, sum(absent)::int as absent,
        sum(late)::int as late, sum(run)::int as away_days, array[${sql.join(sums)}]::int[] as away_by_weekday,
        max(run)::int as longest_run, (array_agg(run order by until_return desc, run desc))[1]::int as last_run,
        coalesce((array_agg(run order by until_return desc) filter (where run > 0))[1], 0)::int as run,
        (array_agg(since order by until_return desc) filter (where run > 0))[1] as run_since,
        max(present_on) as present_on,
        (max(until_return) - coalesce(max(until_return) filter (where run > 0), 0))::int as back
      from student_runs group by section_id, student_id
    )`
}

/** SQL of a share in tenths of a per cent, rounded as `percentOf` rounds; null without marks. */
export function tenthsOf(present: RawBuilder<unknown>, all: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`round(${present} * 1000.0 / nullif(${all}, 0))::int`
}
