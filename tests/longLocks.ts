import type pg from 'pg'

/** Work of a migration on a table with rows, while which others wait until the migration ends. */
export interface LongLock {
  table: string
  why: 'is written anew' | 'gets an index' | 'is read under a lock that others wait for' | 'has rows changed'
}

interface Seen {
  table: string
  file: string
  indexes: number
  read: number
  changed: number
  blocks: boolean
}

// The tables that the transaction has read and changed, and whether it holds a lock that blocks writers.
const look = `
  select relname::text as table, pg_relation_filenode(pg_class.oid)::text as file,
         (select count(*) from pg_index where indrelid = pg_class.oid)::integer as indexes,
         (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read,
         coalesce(n_tup_upd + n_tup_del, 0)::integer as changed,
         exists (select from pg_locks where relation = pg_class.oid and pid = pg_backend_pid() and granted
                 and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as blocks
  from pg_class left join pg_stat_xact_user_tables using (relname)
  where pg_class.relnamespace = 'public'::regnamespace and relkind = 'r'
  order by relname`

/**
 * Runs a migration in a transaction and returns its work on tables with rows: a table of millions would be locked for
 * as long as that takes. Changes of the catalogue only (a new column, a constraint that is not validated yet) are fast
 * on any table.
 */
export async function longLocks(owner: pg.Client, sql: string, { keep }: { keep: boolean }): Promise<LongLock[]> {
  const filled = new Set<string>()
  const { rows: tables } = await owner.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  for (const { name } of tables) if ((await owner.query(`select from ${name} limit 1`)).rowCount === 1) filled.add(name)
  await owner.query('begin')
  try {
    const { rows: before } = await owner.query<Seen>(look)
    await owner.query(sql)
    const { rows: after } = await owner.query<Seen>(look)
    const was = new Map(before.map((table) => [table.table, table]))
    const found = after
      .filter(({ table }) => filled.has(table))
      .flatMap((now): LongLock[] => {
        const then = was.get(now.table)
        if (!then) return []
        if (now.file !== then.file) return [{ table: now.table, why: 'is written anew' }]
        if (now.indexes > then.indexes) return [{ table: now.table, why: 'gets an index' }]
        if (now.blocks && now.read > then.read) return [{ table: now.table, why: 'is read under a lock that others wait for' }]
        return now.changed > then.changed ? [{ table: now.table, why: 'has rows changed' }] : []
      })
    await owner.query(keep ? 'commit' : 'rollback')
    return found
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
