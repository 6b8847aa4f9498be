import { sql } from 'kysely'
import { CannotStart } from '../cannotStart.ts'
import type { Database } from './connect.ts'

/**
 * Throws where PostgreSQL allows fewer connections than this server can open. Without the check the server would start
 * and refuse requests in the busiest minute.
 * @param needed connections of this server; other servers on the same database are not counted
 * @throws CannotStart with both numbers and the settings to change
 */
export async function requireConnections(database: Database, needed: number): Promise<void> {
  // reserved_connections is new in PostgreSQL 16.
  const { rows } = await sql<{ taken: string }>`
    select sum(case name when 'max_connections' then setting::int else -setting::int end) as taken from pg_settings
    where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`.execute(database.kysely)
  const taken = Number(rows[0]?.taken)
  if (taken >= needed) return
  throw new CannotStart(
    `The database takes ${taken} connections, and this server uses up to ${needed}. Raise max_connections of PostgreSQL, or choose fewer with PROCESSES or DATABASE_CONNECTIONS.`,
  )
}
