import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'

/** The sections of a term with the columns that order them as the school does: `section_id`, `section_name` ('7-B') … */
export function placesOfTerm(
  schoolId: number,
  termId: number | RawBuilder<unknown>,
  visible: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select sections.id as section_id, classes.name || '-' || sections.name as section_name, sections.class_id, sections.sr,
      sections.notification_time, min(sections.sr) over (partition by sections.class_id) as class_sr
    from sections join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
    where sections.school_id = ${schoolId} and sections.term_id = ${termId} and ${visible}`
}

/** The order of the sections `p` of `placesOfTerm`. */
export const inOrder = sql`p.class_sr, p.class_id, p.sr, p.section_id`

/**
 * The enabled students of a section as `e` (student_id, roll, roll_sort, name). Looked up one by one: before a table that
 * was just filled is analyzed, the planner would read all students of the school for each section (490 ms instead of 4).
 */
export function seatedStudents(schoolId: number, sectionId: RawBuilder<unknown> | number): RawBuilder<unknown> {
  return sql`(
      select student_id, roll, roll_sort from enrolments where school_id = ${schoolId} and section_id = ${sectionId} offset 0
    ) seat
    cross join lateral (
      select seat.*, name from students where school_id = ${schoolId} and id = seat.student_id and not disabled offset 0
    ) e`
}

/** How many enabled students sit in section `p.section_id`; joined as `seated`. */
export function seatedIn(schoolId: number): RawBuilder<unknown> {
  return sql`lateral (select count(*)::int as students from ${seatedStudents(schoolId, sql.raw('p.section_id'))} offset 0) seated`
}

/** Whether a viewer sees `sections`, as SQL. */
export function seen(viewer: Viewer): RawBuilder<unknown> {
  return sql`${visibleSection(viewer)}`
}

/**
 * Whether a viewer takes the register of `subjects` in `sections`: the sections the viewer sees, and for a TEACHER also the own
 * subjects of other sections.
 */
export function takesSubject(viewer: Viewer): RawBuilder<unknown> {
  return viewer.role === 'TEACHER' ? sql`(${visibleSection(viewer)} or ${teachesSubject(viewer)})` : seen(viewer)
}

/** Whether the viewer is a teacher of `subjects`, whatever the role. */
function teachesSubject(viewer: Viewer): RawBuilder<unknown> {
  return sql`exists (select from subject_teachers t where t.school_id = ${viewer.schoolId} and t.subject_id = subjects.id
    and t.user_id = ${viewer.userId})`
}

/** Whether the lecture of register `r` still goes on, and its marks with it; false of a register of another kind. */
export function lectureGoesOn(schoolId: number): RawBuilder<unknown> {
  return sql`exists (select from lectures l where l.school_id = ${schoolId} and l.register_id = r.id
    and l.ended_at is null and l.closes_at > now())`
}

/** The holidays of a span, in their order. */
export function holidaysBetween(db: Db | Tx, schoolId: number, from: string, to: string) {
  return db
    .selectFrom('holidays')
    .select(['id', 'day', 'name'])
    .where('schoolId', '=', schoolId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
}

/** The term with this id, to tell a term without sections from none at all. */
export function termWithId(db: Db, schoolId: number, id: number) {
  return db.selectFrom('terms').select(['id', 'name']).where('schoolId', '=', schoolId).where('id', '=', id)
}
