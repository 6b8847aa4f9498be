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
    return { bus: bus.id }
  })
}
