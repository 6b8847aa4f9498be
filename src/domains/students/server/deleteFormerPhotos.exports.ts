import { sql } from 'kysely'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { deleteFileBytes } from '#platform/files/files.ts'
import { undoHours } from '#platform/imports.ts'
import type { Job } from '#platform/jobs/jobs.ts'

/** Returns the photos of students that imports have replaced and that are still kept. */
export async function formerPhotosOf(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('importedPhotos')
    .select('formerFile')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .execute()
  return rows.flatMap(({ formerFile }) => formerFile ?? [])
}

/**
 * Deletes the photos that imports have replaced, once these cannot be undone any more.
 * @returns the number of deleted photos
 */
export async function deleteFormerPhotos(database: Database, config: Config, now = new Date()): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').orderBy('id').execute()
  const before = new Date(now.getTime() - undoHours * 3_600_000)
  let deleted = 0
  for (const { id: schoolId } of schools) {
    const files = await database.transaction(schoolId, async (db) => {
      const rows = await db
        .deleteFrom('importedPhotos')
        .using('imports')
        .where('importedPhotos.schoolId', '=', schoolId)
        .where('imports.schoolId', '=', schoolId)
        .whereRef('imports.id', '=', 'importedPhotos.importId')
        .where('imports.createdAt', '<', before)
        .returning('importedPhotos.formerFile')
        .execute()
      const former = rows.flatMap(({ formerFile }) => formerFile ?? [])
      await db.deleteFrom('files').where('schoolId', '=', schoolId).where(sql<boolean>`id = any(${former}::uuid[])`).execute()
      return former
    })
    for (const file of files) await deleteFileBytes(config, schoolId, file)
    deleted += files.length
  }
  return deleted
}

/** Runs every night. */
export function deleteFormerPhotosJob(database: Database, config: Config): Job<object> {
  return {
    name: 'delete-former-photos',
    cron: '40 2 * * *',
    run: async () => {
      await deleteFormerPhotos(database, config)
    },
  }
}
