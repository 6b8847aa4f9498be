import type { Database } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { schoolDay } from '#shared/dates.ts'
import { forEachSchool } from '#domains/messaging/server/messaging.exports.ts'
import { findCases } from './findCases.ts'

/**
 * Runs every five minutes: looks at every school once a day, soon after midnight, and at sections whose registers were
 * saved.
 */
export function attentionJob(database: Database): Job<never> {
  return {
    name: 'attention',
    cron: '*/5 * * * *',
    // The next run tries again.
    retryLimit: 0,
    // A first run after midnight looks at every student of every school.
    expireInSeconds: 3600,
    run: async () => {
      await findAllCases(database, new Date())
    },
  }
}

/**
 * Finds the cases of all schools. A failing school does not stop the others.
 * @returns the number of reasons that were found, changed or gone
 * @throws AggregateError at the end, when some schools failed
 */
export function findAllCases(database: Database, now: Date): Promise<number> {
  return forEachSchool(database, (school) => findCases(database, school, schoolDay(now)))
}
