import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { messageCounts } from './messageList.sql.ts'
import { messageActions } from './messages.permissions.ts'

/** The right to see messages that failed. */
export const failedMessagesAction = messageActions.list

/** Counts the messages of a range of days that failed, by their state: a row, or none. */
export function failedMessages(db: Db, schoolId: number, viewer: Viewer, days: { from: Day; to: Day }) {
  // A literal, because the partial index does not match a parameter.
  return messageCounts(db, schoolId, viewer, days).where(sql<boolean>`m.state = 'FAILED'`)
}
