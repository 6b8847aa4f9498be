import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { MessageKind } from '../messaging.rules.ts'

/**
 * Gives messages of some events other words, by one statement: those that wait, and should they be told again or by another channel, those
 * that have gone. What was cancelled or has arrived stays as it is.
 * @param told what is new of each one's params; the others stay
 * @returns how many there were
 */
export async function rephraseMessages(
  db: Tx,
  schoolId: number,
  kind: MessageKind,
  told: readonly { event: string; params: Readonly<Record<string, string>> }[],
): Promise<number> {
  if (told.length === 0) return 0
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select event, params from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as g (event text, params jsonb)
    ), chosen as (
      select m.id, given.params from messages m join given using (event)
      where m.school_id = ${schoolId} and m.kind = ${kind} and m.state not in ('CANCELLED', 'DELIVERED', 'READ')
      order by m.event for no key update of m
    )
    update messages m set params = m.params || chosen.params from chosen
    where m.school_id = ${schoolId} and m.id = chosen.id returning m.id`.execute(db)
  return rows.length
}
