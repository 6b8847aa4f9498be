import { migrateJobs } from '#platform/jobs/jobs.ts'
import { asOwner } from './asOwner.ts'

/**
 * From now on no server on this database schedules its jobs, so that nothing but a test and what it asks for writes
 * into the tables: for tests that compare all rows. Jobs that a request orders run all the same. Call it before the
 * first server starts.
 */
export async function withoutSchedules(ownerUrl: string): Promise<void> {
  await migrateJobs(ownerUrl)
  await asOwner(ownerUrl, "create function jobs.no_schedule() returns trigger language plpgsql as 'begin return null; end'")
  await asOwner(
    ownerUrl,
    'create trigger no_schedule before insert on jobs.schedule for each row execute function jobs.no_schedule()',
  )
}
