import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import { onlineClerk } from './online.exports.ts'
import { pendingPage } from './pending.sql.ts'

/**
 * Selects the enabled students of a term with overdue fees of it or of earlier ones, with the sum and the oldest due
 * date: the pending list of a day.
 */
export function overdueStudents(db: Db | Tx, schoolId: number, { termId, today }: { termId: number; today: Day }) {
  const view = { termId, terms: 'ALL' as const, due: 'OVERDUE' as const, today, page: 0, pageSize: 50_000 }
  return (
    pendingPage(db, schoolId, onlineClerk(schoolId), view)
      .clearSelect()
      .select(['studentId', 'pending', 'dueSince'])
      // Without students, there is one row of totals.
      .where('studentId', 'is not', null)
      .$castTo<{ studentId: number; pending: Paise; dueSince: Day }>()
  )
}
