import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { anywhere, searchWords } from '../students.rules.ts'

/**
 * The enabled students of sections, by section and roll: what a register or a lecture is made of. Whose sections they may be,
 * the caller has decided. Run it with `.execute()` in a command, or hand it to `read`.
 */
export function studentsOfSections(db: Db | Tx, schoolId: number, sectionIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
    )
    .select(['students.id', 'students.name', 'students.phone', 'enrolments.sectionId', 'enrolments.roll'])
    .where('enrolments.schoolId', '=', schoolId)
    .where(sql<boolean>`enrolments.section_id = any(${sectionIds}::bigint[])`)
    .where('students.disabled', '=', false)
    .orderBy('enrolments.sectionId')
    .orderBy('enrolments.rollSort')
    .orderBy('enrolments.studentId')
}

/**
 * Whether a search finds the student of `enrolments e`, as the list of students does: every word in the name, the register number
 * or the phone, or as the roll. What is too short to be searched for finds everybody. `is true` keeps the students a hashed
 * subselect: as a join, the planner would do it one by one.
 */
export function foundBySearch(schoolId: number, search: string): Expression<SqlBool> {
  const words = searchWords(search).map(({ part, roll }) => {
    const inText =
      part !== null &&
      sql`(e.student_id in (select students.id from students
      where students.school_id = ${schoolId} and students.search_text like ${anywhere(part)})) is true`
    const asRoll = roll !== null && sql`e.roll = ${roll}`
    return inText && asRoll ? sql`(${inText} or ${asRoll})` : inText || asRoll || sql`true`
  })
  return words.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(words, sql` and `)})`
}
