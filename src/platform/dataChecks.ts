import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database/connect.ts'
import { wholeId } from './database/onCluster.ts'
import type { Job } from './jobs/jobs.ts'
import type { Log } from './logging.ts'

const folder = join(import.meta.dirname, '../../db/checks')

/** Rows that a check found in one school's data: each is something that must not be. */
export interface Finding {
  check: string
  schoolId: number
  rows: Record<string, unknown>[]
}

/** Runs every check of db/checks on every school's data, as the unprivileged role, and changes nothing. */
export async function checkData(database: Database): Promise<{ checks: number; findings: Finding[] }> {
  const checks = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name: name.slice(0, -'.sql'.length), sql: readFileSync(join(folder, name), 'utf8') }))
  const schools = await database.kysely.selectFrom('schools').select('id').orderBy('id').execute()
  const findings: Finding[] = []
  const client = await database.pool.connect()
  try {
    for (const { id } of schools) {
      await client.query('begin read only')
      await client.query(`set local app.school_id to '${wholeId(id)}'; set local statement_timeout to '15min'`)
      // By its number a cluster finds the one node that is to be asked.
      for (const { name, sql } of checks) {
        const { rows } = await client.query<Record<string, unknown>>(sql.replaceAll('current_school()', `${wholeId(id)}::bigint`))
        if (rows.length > 0) findings.push({ check: name, schoolId: id, rows })
      }
      await client.query('commit')
    }
    client.release()
  } catch (error) {
    // Not back into the pool in the middle of a transaction.
    client.release(true)
    throw error
  }
  return { checks: checks.length, findings }
}

/** Every night: an error line for each check that finds something. */
export function checkDataJob(database: Database, log: Log): Job<never> {
  return {
    name: 'check-data',
    cron: '30 3 * * *',
    run: async () => {
      const { findings } = await checkData(database)
      for (const { check, schoolId, rows } of findings)
        log.error({ check, schoolId, count: rows.length }, 'A check of the data found rows that must not be')
    },
  }
}
