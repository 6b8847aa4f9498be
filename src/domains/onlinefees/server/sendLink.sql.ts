import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { MessageState } from '#domains/messaging/server/messaging.exports.ts'

/** A pay link message that staff sent. */
export interface SentLink {
  id: number
  at: Date
  channel: string
  state: MessageState
  /** Why it failed or was cancelled, as a text for staff. */
  failure: string | null
  byName: string
}

/** Selects the pay link messages that staff sent to a phone since a time, newest first. */
export function sentLinks(db: Db | Tx, schoolId: number, { phone, since }: { phone: string; since: Date }) {
  return db
    .selectFrom('messages')
    .select(['id', 'queuedAt as at', 'channel', 'state', 'failure'])
    .select(sql<string>`coalesce(params->>'sentBy', '')`.as('byName'))
    .where('schoolId', '=', schoolId)
    .where('kind', '=', 'PAY_LINK')
    .where('phone', '=', phone)
    .where('queuedAt', '>', since)
    .orderBy('id', 'desc')
    .limit(20)
    .$castTo<SentLink>()
}
