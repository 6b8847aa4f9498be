import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from './database/connect.ts'
import { wholeId } from './database/citus/connection.ts'
import type { Job } from './jobs/jobs.ts'
import type { Log } from './logging.ts'

const folder = join(import.meta.dirname, '../../db/checks')

/** Rows of one school that violate a check. */
export interface Finding {
  check: string
  schoolId: number
  rows: Record<string, unknown>[]
}

/**
 * Runs every check of db/checks on every school's data, as the unprivileged role. Changes nothing.
 *
 * @param on.signal stops before the next school and throws the signal's reason
 * @param on.found receives the findings of a school before the next school is checked
 */
export async function checkData(
  database: Database,
  on: { signal?: AbortSignal; found?: (finding: Finding) => void } = {},
): Promise<{ checks: number; schools: number; findings: Finding[] }> {
  const checks = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name: name.slice(0, -'.sql'.length), sql: readFileSync(join(folder, name), 'utf8') }))
  const schools = await database.kysely.selectFrom('schools').select('id').orderBy('id').execute()
  const findings: Finding[] = []
  const client = await database.pool.connect()
  try {
    for (const { id } of schools) {
      on.signal?.throwIfAborted()
      await client.query('begin read only')
      await client.query(`set local app.school_id to '${wholeId(id)}'; set local statement_timeout to '15min'`)
      // The literal school id lets a cluster send the query to the one node that holds the school.
      for (const { name, sql } of checks) {
        const { rows } = await client.query<Record<string, unknown>>(sql.replaceAll('current_school()', `${wholeId(id)}::bigint`))
        if (rows.length === 0) continue
        findings.push({ check: name, schoolId: id, rows })
        on.found?.({ check: name, schoolId: id, rows })
      }
      await client.query('commit')
    }
    client.release()
  } catch (error) {
    // The transaction is still open: the connection must not go back into the pool.
    client.release(true)
    throw error
  }
  return { checks: checks.length, schools: schools.length, findings }
}

const jobName = 'check-data'

/**
 * Runs all checks every night and logs an error for each check that finds rows in a school. The queue stores the number
 * of findings for {@link lastDataCheck}.
 */
export function checkDataJob(database: Database, log: Log): Job<never> {
  return {
    name: jobName,
    cron: '30 3 * * *',
    // All schools run in sequence; each statement has its own limit.
    expireInSeconds: 4 * 3600,
    run: async (_data, signal) => {
      const found = ({ check, schoolId, rows }: Finding) =>
        log.error({ check, schoolId, count: rows.length }, 'A check of the data found rows that must not be')
      const { schools, findings } = await checkData(database, { signal, found })
      return { schools, findings: findings.length }
    },
  }
}

/**
 * Returns when the last nightly check of all schools ended, and its findings: one for each check and school. Where
 * there was none in the week that the queue keeps, it is the moment when the database was set up, so that checks that
 * never run look old.
 */
export async function lastDataCheck(database: Database): Promise<{ at: Date; findings: number } | undefined> {
  const { rows } = await sql<{ at: Date; findings: number }>`
    select completed_on as at, (output ->> 'findings')::integer as findings from jobs.job
    where name = ${jobName} and state = 'completed' and output ? 'findings'
    union all select min(applied_at), 0 from migrations
    order by at desc limit 1`.execute(database.kysely)
  return rows[0]
}
