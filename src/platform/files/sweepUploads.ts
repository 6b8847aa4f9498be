import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import type { Job } from '../jobs/jobs.ts'
import { deleteFileBytes } from './files.ts'

const day = 86_400_000

/**
 * Deletes uploads that no record took within a day: somebody chose a file and left the form.
 *
 * @returns the number of deleted files
 */
export async function sweepUploads(database: Database, config: Config, now = new Date()): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').orderBy('id').execute()
  let deleted = 0
  for (const { id: schoolId } of schools) {
    const unattached = await database.transaction(schoolId, (db) =>
      db
        .deleteFrom('files')
        .where('schoolId', '=', schoolId)
        .where('attached', '=', false)
        .where('createdAt', '<', new Date(now.getTime() - day))
        .returning('id')
        .execute(),
    )
    for (const file of unattached) await deleteFileBytes(config, schoolId, file.id)
    deleted += unattached.length
  }
  return deleted
}

/** Runs every night. */
export function sweepUploadsJob(database: Database, config: Config): Job<object> {
  return {
    name: 'sweep-uploads',
    cron: '30 2 * * *',
    run: async () => {
      await sweepUploads(database, config)
    },
  }
}
