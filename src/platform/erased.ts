import { sql } from 'kysely'
import type { Tx } from './database/connect.ts'
import { Refusal } from './refusal.ts'

/** Said of a student of whom nothing is left to be told or changed. */
export const isErased = 'This student was erased.'

/**
 * What is left of an erased student is final: no command of a person gives her anything, takes anything back or writes about her. Each
 * that changes rows of students who may have left asks here; the students are held, so that none is erased meanwhile.
 * `privacy/server/erased.test.ts` asks every operation whether it does.
 * @throws Refusal FORBIDDEN when one of them was erased
 */
export async function mustNotBeErased(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length === 0) return
  const students = await db
    .selectFrom('students')
    .select('erasedAt')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${studentIds}::bigint[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (students.some((student) => student.erasedAt !== null)) throw new Refusal('FORBIDDEN', isErased)
}
