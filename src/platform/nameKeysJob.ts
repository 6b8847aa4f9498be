import { sql } from 'kysely'
import { nameKeys } from '#shared/nameSearch.ts'
import type { Database, Tx } from './database/connect.ts'
import type { Job } from './jobs/jobs.ts'

const tables = ['students', 'users'] as const
const batchSize = 1000

/**
 * Writes the keys by which names are found where they are missing or of an older rule. Every batch is a transaction of
 * its own and only differing rows are written, so that it locks few rows for milliseconds and may be interrupted.
 *
 * @returns the number of rows that were written
 */
export async function writeNameKeys(database: Database, signal?: AbortSignal): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').orderBy('id').execute()
  let written = 0
  for (const { id: schoolId } of schools)
    for (const table of tables)
      for (let after: number | undefined = 0; after !== undefined; ) {
        signal?.throwIfAborted()
        const from: number = after
        const batch = await database.transaction(schoolId, (db) => writeBatch(db, table, schoolId, from))
        written += batch.written
        after = batch.last
      }
  return written
}

async function writeBatch(db: Tx, table: (typeof tables)[number], schoolId: number, after: number) {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name', 'nameKeys'])
    .where('schoolId', '=', schoolId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const differing = rows.filter((row) => row.nameKeys !== nameKeys(row.name))
  // A name that was changed meanwhile has its own keys.
  if (differing.length > 0)
    await sql`update ${sql.table(table)} as stored set name_keys = given.keys
      from unnest(
        ${differing.map(({ id }) => id)}::bigint[], ${differing.map(({ name }) => name)}::text[],
        ${differing.map(({ name }) => nameKeys(name))}::text[]
      ) as given (id, name, keys)
      where stored.school_id = ${schoolId} and stored.id = given.id and stored.name = given.name`.execute(db)
  return { written: differing.length, last: rows.length < batchSize ? undefined : rows.at(-1)?.id }
}

/** Runs every night, and when a serving process starts: after an upgrade the names of before are soon found. */
export function nameKeysJob(database: Database): Job<object> {
  return {
    name: 'name-keys',
    cron: '50 2 * * *',
    expireInSeconds: 3600,
    run: async (_, signal) => ({ written: await writeNameKeys(database, signal) }),
  }
}
