import { sql } from 'kysely'
import { msg } from '#shared/texts.ts'
import type { z } from 'zod'
import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { beginFirstPlaces } from '#domains/students/server/studentRecords.exports.ts'
import { assignPromoted, lockRules } from '#domains/fees/server/promotedFees.exports.ts'
import { writeKeysOfTerm } from '#domains/students/server/registerNumbers.exports.ts'
import type { studentOptions } from '../promotion.schema.ts'
import type { Part } from './promotion.sql.ts'
import { type Outcome, rowsOf, sameSchool, writtenLinks } from './sectionPart.ts'

/**
 * Enrols the enabled students of a section of the previous term in a section of the new term, except those kept back
 * and those enrolled in the new term already. The old enrolments stay. Idempotent: nobody is enrolled twice.
 */
export async function enrolStudentsOfPart(
  db: Tx,
  terms: { schoolId: number; fromTermId: number; toTermId: number },
  part: Part,
  options: z.output<typeof studentOptions>,
): Promise<Outcome> {
  const { schoolId, toTermId } = terms
  if (options.feeCategories) await lockRules(db, schoolId, [toTermId], 'read')
  // Locked, so that two batches do not assign the same roll in a section.
  const target = await db
    .selectFrom('sections')
    .select(['id', 'classId'])
    .where('schoolId', '=', schoolId)
    .where('termId', '=', toTermId)
    .where('id', '=', part.targetSectionId ?? 0)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!target) throw new Refusal('NOT_FOUND', `the section ${part.targetTitle} does not exist any more.`)
  // Locked, so that the batch that created these enrolments is not reversed concurrently.
  await sql`select from enrolments where school_id = ${schoolId} and term_id = ${terms.fromTermId} and section_id = ${part.sectionId}
    order by student_id for key share`.execute(db)
  const highest = options.rolls === 'BY_NAME' ? await highestRoll(db, schoolId, target.id) : 0
  const roll = {
    KEEP: sql`place.roll`,
    NONE: sql`'0'`,
    BY_NAME: sql`(${highest}::bigint + row_number() over (order by student.name, student.id))::text`,
  }[options.rolls]
  const moved = await rowsOf<{ id: number; studentId: number; roll: string }>(
    db,
    sql`insert into enrolments (school_id, term_id, student_id, section_id, roll)
      select place.school_id, ${toTermId}::bigint, place.student_id, ${target.id}::bigint, ${roll}
      from enrolments place
      join students student on ${sameSchool('student', 'place')} and student.id = place.student_id
      where place.school_id = ${schoolId} and place.term_id = ${terms.fromTermId} and place.section_id = ${part.sectionId}
        and not student.disabled and student.id <> all(${part.stayingIds}::bigint[])
        and student.id not in (select student_id from enrolments where school_id = ${schoolId} and term_id = ${toTermId})
      order by place.roll_sort, place.student_id
      on conflict (school_id, term_id, student_id) do nothing returning id, student_id, roll`,
  )
  const studentIds = moved.map((row) => row.studentId)
  await writeKeysOfTerm(db, schoolId, toTermId, studentIds)
  const today = schoolDay(new Date())
  await beginFirstPlaces(
    db,
    schoolId,
    today,
    studentIds.map((studentId) => ({ termId: toTermId, studentId })),
  )
  const fees = options.feeCategories
    ? await assignPromoted(db, terms, studentIds, target.classId)
    : { assignments: [], exceptions: [] }
  return {
    count: moved.length,
    message:
      moved.length > 0
        ? msg`Students from ${part.title} promoted to ${part.targetTitle} successfully!`
        : msg`${part.title} had no more students to promote to ${part.targetTitle}.`,
    written: [
      { table: 'enrolments', ids: moved.map((row) => row.id), otherIds: studentIds, texts: moved.map((row) => row.roll) },
      writtenLinks('student_fee_categories', fees.assignments),
      writtenLinks('fee_category_exceptions', fees.exceptions),
    ],
  }
}

/** Returns the highest numeric roll of a section. The section's lock prevents concurrent assignments. */
async function highestRoll(db: Tx, schoolId: number, sectionId: number): Promise<number> {
  const [highest] = await rowsOf<{ roll: number }>(
    db,
    sql`select coalesce(max(roll_sort) filter (where roll_sort < 1000000000000), 0) as roll from enrolments
      where school_id = ${schoolId} and section_id = ${sectionId}`,
  )
  return highest?.roll ?? 0
}
