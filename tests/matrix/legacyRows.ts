import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/** Adds a finished legacy import, and one that the super administrator has just ordered. */
export async function addLegacy(db: Tx, { id: schoolId }: TestSchool): Promise<Extra> {
  const { subject } = await db.selectFrom('logins').select('subject').where('schoolId', '=', 0).executeTakeFirstOrThrow()
  const report = {
    rows: 0,
    terms: 0,
    classes: 0,
    sections: 0,
    students: 0,
    disabled: 0,
    places: 0,
    placesKept: 0,
    knownByLegacyId: 0,
    knownByRegisterNo: 0,
    unread: [],
    byTerm: [],
  }
  const { id } = await db
    .insertInto('legacyImports')
    .values({
      schoolId,
      fileName: 'old.csv',
      state: 'DONE',
      report: JSON.stringify(report),
      finishedAt: new Date(),
      createdBy: subject,
      createdByName: 'Super Admin',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const legacyFile = randomUUID()
  await db
    .insertInto('files')
    .values({ schoolId, id: legacyFile, purpose: 'legacy-import', contentType: 'text/csv', size: 1, createdBy: subject })
    .execute()
  return { legacyImport: id, legacyFile }
}
