import { createAccounts } from '../../src/platform/auth/accounts.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { TestSchool } from '../world.ts'
import type { Extra } from './cells.ts'

/** One row of each kind that the test world does not have and an operation names. */
export async function addExtra(database: Database, school: TestSchool): Promise<Extra> {
  const schoolId = school.id
  return database.transaction(schoolId, async (db) => {
    const bus = await db
      .insertInto('buses')
      .values({ schoolId, busno: 'MH 12 ZZ 9', deviceId: 'D9', simNumber: '9' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const userEmail = `extra.user${schoolId}@world.test`
    const user = await db
      .insertInto('users')
      .values({ schoolId, name: 'Extra User', email: userEmail, role: 'TEACHER' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await createAccounts(db, [{ email: userEmail, name: 'Extra User', schoolId, userId: user.id }])
    return { bus: bus.id, user: user.id, userEmail }
  })
}
