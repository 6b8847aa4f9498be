import type pg from 'pg'
import { parsePosition, type WalPosition } from './walPosition.ts'

/** The replication slot that makes PostgreSQL keep its log until it is in the backup. */
export const slotName = 'shala_backup'

/** Returns the first position of the kept log; undefined when there is no slot, or it fell too far behind. */
export async function slotPosition(owner: pg.Client): Promise<WalPosition | undefined> {
  const { rows } = await owner.query<{ position: string | null; status: string | null }>(
    'select restart_lsn::text as position, wal_status as status from pg_replication_slots where slot_name = $1',
    [slotName],
  )
  const [row] = rows
  return !row || row.position === null || row.status === 'lost' ? undefined : parsePosition(row.position)
}

/** Recreates the slot at the current checkpoint. */
export async function makeSlot(owner: pg.Client): Promise<WalPosition> {
  await dropSlot(owner)
  // The log of an earlier timeline is not sent.
  await owner.query('checkpoint')
  const { rows } = await owner.query<{ position: string }>(
    'select lsn::text as position from pg_create_physical_replication_slot($1, true)',
    [slotName],
  )
  return parsePosition(rows[0]?.position ?? '')
}

/** Drops the slot. Idempotent. With the slot PostgreSQL would keep its log for a backup that nobody makes. */
export async function dropSlot(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ pid: number | null }>(
    'select active_pid as pid from pg_replication_slots where slot_name = $1',
    [slotName],
  )
  const [slot] = rows
  if (!slot) return
  if (slot.pid !== null) await owner.query('select pg_terminate_backend($1, 5000)', [slot.pid])
  await owner.query('select pg_drop_replication_slot($1)', [slotName])
}
