import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { MessageKind } from '../messaging.rules.ts'

/**
 * Updates the params of messages by their events, in one statement. A queued message is sent with the new params, and a
 * sent one uses them if another channel is tried. Cancelled and delivered messages stay as they are.
 * @param updates the params to change; the others stay
 * @returns the number of messages updated
 */
export async function updateMessageParams(
  db: Tx,
  schoolId: number,
  kind: MessageKind,
  updates: readonly { event: string; params: Readonly<Record<string, string>> }[],
): Promise<number> {
  if (updates.length === 0) return 0
  const { rows } = await sql<{ id: number }>`
    with input as (
      select event, params from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as g (event text, params jsonb)
    ), chosen as (
      select m.id, input.params from messages m join input using (event)
      where m.school_id = ${schoolId} and m.kind = ${kind} and m.state not in ('CANCELLED', 'DELIVERED', 'READ')
      order by m.event for no key update of m
    )
    update messages m set params = m.params || chosen.params from chosen
    where m.school_id = ${schoolId} and m.id = chosen.id returning m.id`.execute(db)
  return rows.length
}
