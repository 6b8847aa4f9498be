import type pg from 'pg'

const clusters = new WeakSet<pg.ClientBase>()

/**
 * Prepares a new connection where Citus spreads the tables over several nodes: they are told of each transaction's `set local`, and
 * plans are made with the values, because the school's value says which node is asked. Elsewhere it changes nothing.
 */
export async function onCluster(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ cluster: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null as cluster",
  )
  if (rows[0]?.cluster !== true) return
  clusters.add(client)
  // One after the other: who has asked several nodes at once may not write into a table that all of them have.
  await client.query(
    'set citus.propagate_set_commands to local; set citus.multi_shard_modify_mode to sequential; set plan_cache_mode to auto',
  )
}

/** Whether a connection that {@link onCluster} has prepared leads to a cluster. */
export function isCluster(client: pg.ClientBase): boolean {
  return clusters.has(client)
}

/** An id as it stands in a statement that takes no values. */
export function wholeId(id: number): string {
  if (!Number.isSafeInteger(id)) throw new RangeError('This is no id.')
  return String(id)
}
