import { sql } from 'kysely'
import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { deleteFilesOfSchools } from '#platform/files/deleteFilesOfSchools.ts'
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
export function deleteFormerPhotos(database: Database, config: Config, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - undoHours * 3_600_000)
  return deleteFilesOfSchools(database, config, async (db, schoolId) => {
    const rows = await db
      .deleteFrom('importedPhotos')
      .using('imports')
      .where('importedPhotos.schoolId', '=', schoolId)
      .where('imports.schoolId', '=', schoolId)
      .whereRef('imports.id', '=', 'importedPhotos.importId')
      .where('imports.createdAt', '<', before)
      .returning('importedPhotos.formerFile')
      .execute()
    return rows.flatMap(({ formerFile }) => formerFile ?? [])
  })
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
