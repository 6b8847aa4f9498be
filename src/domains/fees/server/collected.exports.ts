import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { Day } from '../../../shared/dates.ts'
import { collectedSums, standingPayments } from './collected.sql.ts'

/*
 * What was collected, for the dashboard, the day book and reports, whose callers have decided that the viewer may see it. All of it
 * is summed as decisions/0010 says; statements are handed to `read`, or run with `.execute()`.
 */

/** What a term has collected on each day of a range that has payments; narrowed to the viewer's students. */
export function collectedByDay(db: Db, schoolId: number, viewer: Viewer, termId: number, range: { from: Day; to: Day }) {
  return standingPayments(db, schoolId, viewer, termId, range)
    .select('payments.collectedOn')
    .select(collectedSums)
    .groupBy('payments.collectedOn')
}

/** What a term has collected on all days before one: one row. */
export function collectedBefore(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingPayments(db, schoolId, viewer, termId).where('payments.collectedOn', '<', day).select(collectedSums)
}

/** What each person has taken on one day by each mode, by name. */
export function collectedByClerk(db: Db, schoolId: number, viewer: Viewer, termId: number, day: Day) {
  return standingPayments(db, schoolId, viewer, termId, { from: day, to: day })
    .select(['payments.mode', 'payments.createdBy', 'payments.createdByName'])
    .select(collectedSums)
    .groupBy(['payments.mode', 'payments.createdBy', 'payments.createdByName'])
    .orderBy('payments.createdByName')
    .orderBy('payments.createdBy')
}

/** The cheques of a term that the bank has not answered yet: one row of their number and sum. */
export function chequesToClear(db: Db, schoolId: number, viewer: Viewer, termId: number) {
  return (
    standingPayments(db, schoolId, viewer, termId)
      // As it stands in the index, which a value in its place would not find.
      .where(sql<boolean>`payments.state = 'CLEARING'`)
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(payments.amount), 0)::bigint`.as('amount')])
  )
}
