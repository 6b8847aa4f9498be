import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import { onlineClerk } from './online.exports.ts'
import { pendingOrder, pendingRows } from './pending.sql.ts'

/** A student with overdue fees: the sum, and the oldest due date. */
export interface OverdueStudent {
  studentId: number
  pending: Paise
  dueSince: Day
}

/**
 * Returns the enabled students of a term with overdue fees of it or of earlier ones: the whole pending list of a day.
 */
export async function overdueStudents(
  db: Db | Tx,
  schoolId: number,
  { termId, today }: { termId: number; today: Day },
): Promise<OverdueStudent[]> {
  const filter = { termId, terms: 'ALL' as const, due: 'OVERDUE' as const, today }
  const viewer = onlineClerk(schoolId)
  const { studentIds } = await pendingOrder(db, schoolId, viewer, filter).executeTakeFirstOrThrow()
  return pendingRows(db, schoolId, viewer, filter, studentIds).execute()
}
