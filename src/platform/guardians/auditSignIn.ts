import { auditWithoutPerson } from '../auditWithoutPerson.ts'
import type { Database } from '../database/connect.ts'
import { studentsWithPhone } from './studentPhones.ts'

/**
 * Records the sign-in of a guardian in the audit log of each school that has a child with the phone. The entry names
 * the children and not the phone.
 */
export async function auditGuardianSignIn(
  database: Database,
  { phone, schoolIds, requestId }: { phone: string; schoolIds: readonly number[]; requestId: string },
): Promise<void> {
  for (const schoolId of schoolIds)
    await database.transaction(schoolId, async (db) => {
      const ids = await studentsWithPhone(db, schoolId, phone)
      await auditWithoutPerson(db, schoolId, { role: 'GUARDIAN', action: 'family.signIn', ids, requestId })
    })
}
