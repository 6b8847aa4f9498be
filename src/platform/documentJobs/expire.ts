import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { removeBytes } from '../files/files.ts'
import type { Job } from '../jobs/jobs.ts'

/**
 * Removes the files of documents whose time is over; the orders stay in their lists.
 * @returns how many files
 */
export async function expireDocuments(database: Database, config: Config, now = new Date()): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  let removed = 0
  for (const { id: schoolId } of schools) {
    const gone = await database.transaction(schoolId, async (db) => {
      const files = await db
        .deleteFrom('documentJobFiles')
        .using('documentJobs')
        .where('documentJobFiles.schoolId', '=', schoolId)
        .where('documentJobs.schoolId', '=', schoolId)
        .whereRef('documentJobs.id', '=', 'documentJobFiles.jobId')
        .where('documentJobs.expiresAt', '<=', now)
        .returning('documentJobFiles.fileId')
        .execute()
      const ids = files.map((file) => file.fileId)
      if (ids.length > 0) await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', 'in', ids).execute()
      return ids
    })
    for (const id of gone) await removeBytes(config, schoolId, id)
    removed += gone.length
  }
  return removed
}

/** Every night. */
export function expireDocumentsJob(database: Database, config: Config): Job<object> {
  return {
    name: 'expire-documents',
    cron: '35 2 * * *',
    run: async () => {
      await expireDocuments(database, config)
    },
  }
}
