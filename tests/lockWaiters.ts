import pg from 'pg'
import { expect, inject } from 'vitest'
import { eventually } from './eventually.ts'

const waiting = `select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`

/**
 * Returns the number of transactions that wait for a lock in this database: on a cluster, for a lock on any of its
 * nodes.
 */
export async function lockWaiters(owner: pg.Client): Promise<number> {
  // A transaction keeps the list of connections that it has read first: one that was opened since would never wait.
  await owner.query('select pg_stat_clear_snapshot()')
  const { rows } = await owner.query<{ count: number }>(
    inject('testServer').nodes.length === 0
      ? waiting
      : `select sum(result::int)::int as count from run_command_on_all_nodes($nodes$${waiting}$nodes$)`,
  )
  return rows[0]?.count ?? 0
}

/** Resolves when somebody waits for a lock: what a test has begun has come to where it must wait. */
export async function somebodyWaits(ownerUrl: string, count = 1): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await eventually(async () => expect(await lockWaiters(owner)).toBeGreaterThanOrEqual(count), 10)
  } finally {
    await owner.end()
  }
}
