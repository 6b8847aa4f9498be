import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../database/connect.ts'
import { removeBytes } from '../files/files.ts'
import type { Job } from '../jobs/jobs.ts'
import { keptDays } from './documentJobs.rules.ts'

/**
 * Removes the files of documents whose time is over, and where they were mailed to; the orders stay in their lists.
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
      await forgetAddresses(db, schoolId, now)
      if (ids.length > 0) await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', 'in', ids).execute()
      return ids
    })
    for (const id of gone) await removeBytes(config, schoolId, id)
    removed += gone.length
  }
  return removed
}

/** Also of orders that never had files: they are as old. A mail that is on its way keeps its address until it has come to its end. */
async function forgetAddresses(db: Tx, schoolId: number, now: Date): Promise<void> {
  const over = sql<boolean>`(expires_at <= ${now} or expires_at is null
    and finished_at <= ${now}::timestamptz - make_interval(days => ${keptDays}))`
  await db
    .updateTable('documentJobs')
    .set({ email: null, mailState: null })
    .where('schoolId', '=', schoolId)
    .where('mailState', 'in', ['SENT', 'FAILED'])
    .where(over)
    .execute()
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
