import type { Database } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { schoolById } from '#platform/school.ts'
import { countWithNoun } from '#shared/plural.ts'
import { schoolDay } from '#shared/dates.ts'
import { countSchool } from './countSchool.ts'
import { outdatedSchools } from './schoolFigures.sql.ts'

/** Age of figures that are counted again. With 1,000 schools that is a run of some seconds every ten minutes. */
const outdatedAfterMs = 10 * 60_000
/** The run of the next minute goes on with the rest. */
const runMs = 40_000

/** Runs every minute: keeps the figures by which schools are compared, the oldest first. */
export function countSchoolsJob(database: Database): Job<never> {
  return {
    name: 'count-schools',
    cron: '* * * * *',
    // The run of the next minute is the retry.
    retryLimit: 0,
    expireInSeconds: 120,
    run: async () => ({ counted: await countSchools(database, new Date()) }),
  }
}

/**
 * Counts the schools whose figures are outdated. A failing school does not stop the others.
 * @returns the number counted
 * @throws AggregateError at the end, when some schools failed
 */
export async function countSchools(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - outdatedAfterMs)
  const [outdated] = await database.read(0, [outdatedSchools(database.kysely, schoolDay(now), before)] as const)
  const end = Date.now() + runMs
  const errors: unknown[] = []
  let counted = 0
  for (const { id } of outdated) {
    if (Date.now() > end) break
    try {
      const school = await schoolById(database, id)
      if (school) await countSchool(database, school, now)
      counted += 1
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `The figures of ${countWithNoun(errors.length, 'school')} could not be counted.`)
  return counted
}
