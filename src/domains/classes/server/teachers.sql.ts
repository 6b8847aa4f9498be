import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { missingTeachers } from '#domains/users/server/users.exports.ts'
import { t } from '#shared/texts.ts'

const links = {
  section: { table: 'section_teachers', column: 'section_id' },
  subject: { table: 'subject_teachers', column: 'subject_id' },
  book: { table: 'book_teachers', column: 'book_id' },
} as const

const teacherDeleted = () => t`This teacher does not exist any more`

const teacherConflict = {
  path: 'teacherIds',
  get message() {
    return teacherDeleted()
  },
}

/** Constraint violations that mean that a teacher was deleted concurrently. */
export const teacherConflicts = {
  section_teachers_school_id_user_id_fkey: teacherConflict,
  subject_teachers_school_id_user_id_fkey: teacherConflict,
  book_teachers_school_id_user_id_fkey: teacherConflict,
}

/**
 * Replaces the teachers of a section, subject or book. Any user of the school may teach, enabled or not, with any
 * permission: a head who teaches is an ADMIN, and a disabled teacher stays assigned until replaced.
 * @throws Refusal BAD_INPUT at `teacherIds.N` for ids that are not users of the school
 */
export async function replaceTeachers(
  db: Tx,
  schoolId: number,
  kind: keyof typeof links,
  rowId: number,
  teacherIds: readonly number[],
): Promise<void> {
  const { table, column } = links[kind]
  await sql`delete from ${sql.table(table)} where school_id = ${schoolId} and ${sql.ref(column)} = ${rowId}`.execute(db)
  if (teacherIds.length === 0) return
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (school_id, ${sql.ref(column)}, user_id)
    select school_id, ${rowId}::bigint, id from users where school_id = ${schoolId} and id = any(${teacherIds}::bigint[])
  `.execute(db)
  if (Number(numAffectedRows) === new Set(teacherIds).size) return
  const missing = await missingTeachers(db, schoolId, teacherIds)
  const problems = missing.map((id) => ({ path: `teacherIds.${teacherIds.indexOf(id)}`, message: teacherDeleted() }))
  throw new Refusal('BAD_INPUT', teacherDeleted(), problems)
}
