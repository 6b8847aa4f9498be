import { sql } from 'kysely'
import { CannotStart } from '../cannotStart.ts'
import type { Database } from './connect.ts'

/**
 * Refuses a PostgreSQL that takes fewer connections than a server uses when many work at once: it would start, and refuse people in the
 * busiest minute.
 * @param needed by this server alone; others on the same database are not known here
 * @throws CannotStart with both numbers and what to change
 */
export async function refuseTooFewConnections(database: Database, needed: number): Promise<void> {
  // The second of those reserved is new in PostgreSQL 16.
  const { rows } = await sql<{ taken: string }>`
    select sum(case name when 'max_connections' then setting::int else -setting::int end) as taken from pg_settings
    where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`.execute(database.kysely)
  const taken = Number(rows[0]?.taken)
  if (taken >= needed) return
  throw new CannotStart(
    `The database takes ${taken} connections, and this server uses up to ${needed}. Raise max_connections of PostgreSQL, or choose fewer with PROCESSES or DATABASE_CONNECTIONS.`,
  )
}
