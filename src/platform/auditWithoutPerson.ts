import type { Tx } from './database/connect.ts'

/** Writes the audit row of a change that no signed-in person made. */
export async function auditWithoutPerson(
  db: Tx,
  schoolId: number,
  {
    role,
    action,
    ids,
    requestId,
  }: { role: 'GUARDIAN' | 'GATEWAY' | 'JOB' | 'STRANGER'; action: string; ids: readonly number[]; requestId: string },
): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ schoolId, subject: null, role, action, rowIds: [...ids], fields: [], requestId })
    .execute()
}
