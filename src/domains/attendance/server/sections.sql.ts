import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { countSectionMembers } from '#domains/students/server/sectionMembers.exports.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'

/**
 * SQL of a term's sections, `section_id`, `section_name` ('7-B') …, with the columns that {@link sectionOrder} needs.
 */
export function sectionsOfTerm(
  schoolId: number,
  termId: number | RawBuilder<unknown>,
  visible: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select sections.id as section_id, classes.name || '-' || sections.name as section_name, sections.class_id, sections.sr,
      sections.notification_time, ${classSr} as class_sr
    from sections join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
    where sections.school_id = ${schoolId} and sections.term_id = ${termId} and ${visible}`
}

/** SQL of the school's own order of sections, for `sectionsOfTerm` joined as `p`. */
export const sectionOrder = schoolOrder('p')

/** SQL of the number of students who are in section `p.section_id` on a day, joined as `seated`. */
export function countMembers(schoolId: number, day: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (
      select ${countSectionMembers(schoolId, day, sql`section_id = p.section_id`)} as students
    ) seated`
}

/** SQL condition: the viewer sees the row of `sections`. */
export function sectionVisible(viewer: Viewer): RawBuilder<unknown> {
  return sql`${visibleSection(viewer)}`
}

/**
 * SQL condition: the viewer takes registers of `subjects` in `sections`. True for the sections that the viewer sees,
 * and for a TEACHER also for the own subjects of other sections.
 */
export function takesRegister(viewer: Viewer): RawBuilder<unknown> {
  return viewer.role === 'TEACHER' ? sql`(${visibleSection(viewer)} or ${teachesSubject(viewer)})` : sectionVisible(viewer)
}

/** SQL condition: the viewer is assigned to `subjects` as a teacher, whatever the role. */
function teachesSubject(viewer: Viewer): RawBuilder<unknown> {
  return sql`exists (select from subject_teachers t where t.school_id = ${viewer.schoolId} and t.subject_id = subjects.id
    and t.user_id = ${viewer.userId})`
}

/** SQL condition: register `r` is of a live lecture, so that its marks may still change. False for other registers. */
export function lectureIsLive(schoolId: number): RawBuilder<unknown> {
  return sql`exists (select from lectures l where l.school_id = ${schoolId} and l.register_id = r.id
    and l.ended_at is null and l.closes_at > now())`
}

/** SQL condition: register `r` is of a holiday, which counts nowhere as long as it is one. */
export function isOfHoliday(schoolId: number): RawBuilder<unknown> {
  return sql`exists (select from holidays h where h.school_id = ${schoolId} and h.day = r.day)`
}

/**
 * SQL of the last day of the term `t`: the day before the next one begins, and at most a year after its own first day.
 */
export function lastDayOfTerm(schoolId: number): RawBuilder<unknown> {
  return sql`least((t.starts_on + interval '1 year')::date, (
      select min(next.starts_on) from terms next where next.school_id = ${schoolId} and next.starts_on > t.starts_on)) - 1`
}

/** SQL condition: a day is in a term. */
export function isInTerm(schoolId: number, termId: number | RawBuilder<unknown>, day: string): RawBuilder<unknown> {
  return sql`exists (select from terms t where t.school_id = ${schoolId} and t.id = ${termId}
      and ${day}::date between t.starts_on and ${lastDayOfTerm(schoolId)})`
}

/** Returns the holidays of a span of days, in date order. */
export function holidaysBetween(db: Db | Tx, schoolId: number, from: string, to: string) {
  return db
    .selectFrom('holidays')
    .select(['id', 'day', 'name'])
    .where('schoolId', '=', schoolId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
}

/** Returns the term with this id, to tell a term without sections from a missing one. */
export function termById(db: Db, schoolId: number, id: number) {
  return db.selectFrom('terms').select(['id', 'name']).where('schoolId', '=', schoolId).where('id', '=', id)
}
