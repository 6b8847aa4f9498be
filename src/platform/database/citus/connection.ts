import type pg from 'pg'

const clusters = new WeakSet<pg.ClientBase>()

/**
 * Prepares a new connection for Citus; without Citus it changes nothing. Workers receive each transaction's
 * `set local`. Plans are made with the values, because the school's id decides which worker is asked.
 */
export async function prepareCitusConnection(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ cluster: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null as cluster",
  )
  if (rows[0]?.cluster !== true) return
  clusters.add(client)
  // Sequential, because Citus refuses to write a reference table after a parallel statement in the same transaction.
  await client.query(
    'set citus.propagate_set_commands to local; set citus.multi_shard_modify_mode to sequential; set plan_cache_mode to auto',
  )
}

/** Returns whether a connection prepared by {@link prepareCitusConnection} leads to a cluster. */
export function isCluster(client: pg.ClientBase): boolean {
  return clusters.has(client)
}

/** Returns an id as text for a statement that takes no parameters. */
export function wholeId(id: number): string {
  if (!Number.isSafeInteger(id)) throw new RangeError('This is no id.')
  return String(id)
}
