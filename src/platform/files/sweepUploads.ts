import { isNearlyFull } from '#shared/filesUse.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Log } from '../logging.ts'
import { deleteFileBytes } from './files.ts'
import { filesQuota, filesSize } from './filesUse.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Deletes uploads that no record took within a day: somebody chose a file and left the form. Deletes files whose bytes
 * were not written within an hour: their process has ended.
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
        .where((file) =>
          file.or([
            file('createdAt', '<', new Date(now.getTime() - day)),
            file('stored', '=', false).and('createdAt', '<', new Date(now.getTime() - hour)),
          ]),
        )
        .returning('id')
        .execute(),
    )
    for (const file of unattached) await deleteFileBytes(config, schoolId, file.id)
    deleted += unattached.length
  }
  return deleted
}

/** Writes a line for each school whose files take four fifths of what they may take, or more: an alert counts them. */
export async function warnOfFullSchools(database: Database, config: Config, log: Pick<Log, 'warn'>): Promise<void> {
  const schools = await database.kysely.selectFrom('schools').select(['id', 'filesQuotaMb']).orderBy('id').execute()
  for (const school of schools) {
    const [[size]] = await database.read(school.id, [filesSize(database.kysely, school.id)] as const)
    const use = { used: size?.used ?? 0, quota: filesQuota(config, school) }
    if (isNearlyFull(use)) log.warn({ schoolId: school.id }, 'The files of a school are nearly full')
  }
}

/** Runs every night. */
export function sweepUploadsJob(database: Database, config: Config, log: Pick<Log, 'warn'>): Job<object> {
  return {
    name: 'sweep-uploads',
    cron: '30 2 * * *',
    run: async () => {
      await sweepUploads(database, config)
      await warnOfFullSchools(database, config, log)
    },
  }
}
