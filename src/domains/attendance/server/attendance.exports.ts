import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { deleteMessages } from '#domains/messaging/server/messaging.exports.ts'

export { correctMessages } from './corrections.ts'
export { countedSessions, holidayName, percentOf, weekdayOf } from '../attendance.rules.ts'
export { holidaysBetween, lectureGoesOn, takesSubject, termWithId } from './sections.sql.ts'

/** Said where a section, a subject or a book cannot be deleted, because attendance stands on it. */
export const registersStandOn = {
  section: 'Attendance was taken in this section. Its registers keep it from being deleted.',
  subject: 'Attendance was taken in this subject. Its registers keep it from being deleted.',
  book: 'This book was read in lectures. They keep it from being deleted.',
}

/** How many registers sections have. */
export async function registersOfSections(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('registers')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`section_id = any(${sectionIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** How many marks students have in registers. */
export async function marksOfStudents(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('marks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Removes what attendance knows of students who are deleted for good: marks with their history, scans at the gate and messages. The
 * registers' counts stay those of their marks, and whoever has one of them open is told that it has changed.
 */
export async function forgetStudents(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  const theirs = sql`school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`
  // Locked in one order and before anything is counted: somebody may be correcting one of these registers.
  await sql`select from registers where school_id = ${schoolId}
    and id in (select register_id from marks where ${theirs}) order by id for no key update`.execute(db)
  await sql`delete from mark_changes where ${theirs}`.execute(db)
  await sql`
    with gone as (delete from marks where ${theirs} returning register_id, value),
    sums as (
      select register_id, count(*) filter (where value = 'P') as present, count(*) filter (where value = 'A') as absent,
        count(*) filter (where value = 'L') as late
      from gone group by register_id
    )
    update registers r set present = r.present - sums.present, absent = r.absent - sums.absent, late = r.late - sums.late,
      version = r.version + 1, changed_at = now()
    from sums where r.school_id = ${schoolId} and r.id = sums.register_id`.execute(db)
  await sql`delete from gate_scans where ${theirs}`.execute(db)
  await deleteMessages(db, schoolId, studentIds)
}
