import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import { wholeShare } from '#shared/percent.ts'
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

/** Selects the overdue fees of some students of a term, of it and of earlier ones, without late fees. */
export function overdueOfStudents(
  db: Db | Tx,
  schoolId: number,
  { termId, today }: { termId: number; today: Day },
  studentIds: readonly number[],
) {
  const filter = { termId, terms: 'ALL' as const, due: 'OVERDUE' as const, today }
  return pendingRows(db, schoolId, onlineClerk(schoolId), filter, studentIds)
}

/**
 * Selects the students of a term who have a free seat on a day: a concession of the whole of all fees, such as those
 * admitted under the RTE Act have.
 */
export function studentsWithFreeSeats(db: Db | Tx, schoolId: number, { termId, day }: { termId: number; day: Day }) {
  return db
    .selectFrom('concessions')
    .select('studentId')
    .distinct()
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where('share', '=', wholeShare)
    .where('feeCategoryIds', 'is', null)
    .where('feeIds', 'is', null)
    .where('startsOn', '<=', day)
    .where((row) => row.or([row('endsOn', 'is', null), row('endsOn', '>=', day)]))
    .where((row) => row.or([row('endedOn', 'is', null), row('endedOn', '>=', day)]))
}
