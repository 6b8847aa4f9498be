import type pg from 'pg'
import { appRole, nextAppRole } from './connect.ts'

/** Returns whether serving processes of any server are connected to this database. */
export async function isServing(owner: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await owner.query(
    "select from pg_stat_activity where datname = current_database() and usename = any($1) and application_name like 'shala%'",
    [[appRole, nextAppRole]],
  )
  return rowCount !== 0
}
