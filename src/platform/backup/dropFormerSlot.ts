import pg from 'pg'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

/**
 * Drops the replication slot of the continuous backup that earlier versions had. For a slot that nobody reads,
 * PostgreSQL would keep its log until the disk is full. Only the embedded database had one.
 */
export async function dropFormerSlot(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'shala_backup'")
  } finally {
    await owner.end()
  }
}
