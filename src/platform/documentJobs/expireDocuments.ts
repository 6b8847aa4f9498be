import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../database/connect.ts'
import { deleteFilesOfSchools } from '../files/deleteFilesOfSchools.ts'
import type { Job } from '../jobs/jobs.ts'
import { fileRetentionDays } from './documentJobs.rules.ts'

/**
 * Deletes the files of expired documents and the addresses they were mailed to. The orders stay in their lists.
 *
 * @returns the number of deleted files
 */
export function expireDocuments(database: Database, config: Config, now = new Date()): Promise<number> {
  return deleteFilesOfSchools(database, config, async (db, schoolId) => {
    const files = await db
      .deleteFrom('documentJobFiles')
      .using('documentJobs')
      .where('documentJobFiles.schoolId', '=', schoolId)
      .where('documentJobs.schoolId', '=', schoolId)
      .whereRef('documentJobs.id', '=', 'documentJobFiles.jobId')
      .where('documentJobs.expiresAt', '<=', now)
      .returning('documentJobFiles.fileId')
      .execute()
    await clearAddresses(db, schoolId, now)
    return files.map(({ fileId }) => fileId)
  })
}

/**
 * Also clears addresses of orders that never had files, by their age. A mail being sent keeps its address until it has
 * ended.
 */
async function clearAddresses(db: Tx, schoolId: number, now: Date): Promise<void> {
  const over = sql<boolean>`(expires_at <= ${now} or expires_at is null
    and finished_at <= ${now}::timestamptz - make_interval(days => ${fileRetentionDays}))`
  await db
    .updateTable('documentJobs')
    .set({ email: null, mailState: null })
    .where('schoolId', '=', schoolId)
    .where('mailState', 'in', ['SENT', 'FAILED'])
    .where(over)
    .execute()
}

/** Runs every night. */
export function expireDocumentsJob(database: Database, config: Config): Job<object> {
  return {
    name: 'expire-documents',
    cron: '35 2 * * *',
    run: async () => {
      await expireDocuments(database, config)
    },
  }
}
