import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../database/connect.ts'
import { deleteFileBytes } from './files.ts'

/**
 * Deletes files in every school: the rows in one transaction a school, then the bytes.
 * @param take takes away what refers to the files of a school, and returns their ids
 * @returns the number of deleted files
 */
export async function deleteFilesOfSchools(
  database: Database,
  config: Config,
  take: (db: Tx, schoolId: number) => Promise<readonly string[]>,
): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  let deleted = 0
  for (const { id: schoolId } of schools) {
    const ids = await database.transaction(schoolId, async (db) => {
      const taken = await take(db, schoolId)
      await db.deleteFrom('files').where('schoolId', '=', schoolId).where(sql<boolean>`id = any(${taken}::uuid[])`).execute()
      return taken
    })
    for (const id of ids) await deleteFileBytes(config, schoolId, id)
    deleted += ids.length
  }
  return deleted
}
