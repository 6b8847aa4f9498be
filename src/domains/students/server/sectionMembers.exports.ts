import { type RawBuilder, sql } from 'kysely'

type SqlDay = string | RawBuilder<unknown>

/**
 * SQL of the students who are in sections on a day, with their rolls there: `section_id, student_id, roll, roll_sort`.
 * Nobody is in a section before the day of admission. The enrolment says where a student is now, `former_places` where
 * the student was before.
 * @param places SQL condition on the columns `section_id`, `term_id` and `student_id`
 */
export function sectionMembers(schoolId: number, day: SqlDay, places: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql`section_id, student_id, roll, roll_sort`
  return sql`select ${columns} from ${presentMembers(schoolId, day, places)}
      union all
      select ${columns} from ${formerMembers(schoolId, day, places)}`
}

/**
 * SQL of the number of {@link sectionMembers}. The few who are disabled or admitted later are hashed once, and the
 * others counted from an index, without reading their rows.
 */
export function countSectionMembers(schoolId: number, day: SqlDay, places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((select count(*) from ${presentMembers(schoolId, day, places)})
      + (select count(*) from ${formerMembers(schoolId, day, places)}))::int`
}

function presentMembers(schoolId: number, day: SqlDay, places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`enrolments
      where school_id = ${schoolId} and ${places} and (from_day is null or from_day <= ${day})
        and student_id not in (
          select id from students where school_id = ${schoolId} and disabled union all ${admittedAfter(schoolId, day)})`
}

function formerMembers(schoolId: number, day: SqlDay, places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`former_places
      where school_id = ${schoolId} and ${places} and (from_day is null or from_day <= ${day}) and until_day >= ${day}
        and student_id not in (${admittedAfter(schoolId, day)})`
}

function admittedAfter(schoolId: number, day: SqlDay): RawBuilder<unknown> {
  return sql`select id from students where school_id = ${schoolId} and date_of_admission > ${day}`
}
