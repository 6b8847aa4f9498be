import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'

/** Returns the refusal about an erased student. */
export const erasedMessage = () => t`This student was erased.`

/**
 * Refuses to change anything about an erased student: what is left of one is final. Every command that changes rows of
 * students who may have left calls it. Locks the students, so that none is erased meanwhile.
 * `privacy/server/erased.test.ts` checks every operation.
 * @throws Refusal FORBIDDEN when one of them was erased
 */
export async function mustNotBeErased(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length === 0) return
  refuseErased(await erasureLocks(db, schoolId, studentIds).execute())
}

/** Locks students against being erased, and selects when they were; for {@link refuseErased}. */
export function erasureLocks(db: Tx, schoolId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('students')
    .select('erasedAt')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${studentIds}::bigint[])`)
    .orderBy('id')
    .forKeyShare()
}

/** @throws Refusal FORBIDDEN when one of the students was erased */
export function refuseErased(students: readonly { erasedAt: Date | null }[]): void {
  if (students.some((student) => student.erasedAt !== null)) throw new Refusal('FORBIDDEN', erasedMessage())
}
