import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { studentIsVisible } from './account.sql.ts'
import { type everyTerm, isInTerm } from './inTerm.sql.ts'

/*
 * The definition of "given back" (decisions/0056): refunds that are not cancelled, on the day on which they are booked,
 * in the term of their account. It stands beside "collected" and is never in it.
 */

/** Selects the refunds of a term, or of all terms, that are not cancelled, for the viewer's students. */
export function standingRefunds(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  termId: number | typeof everyTerm,
  range?: { from: Day; to: Day },
) {
  const query = db
    .selectFrom('refunds')
    .where('refunds.schoolId', '=', schoolId)
    .where(isInTerm('refunds.term_id', schoolId, termId))
    .where('refunds.cancelledAt', 'is', null)
    .where(studentIsVisible(viewer, 'refunds'))
  if (!range) return query
  return query.where('refunds.refundedOn', '>=', range.from).where('refunds.refundedOn', '<=', range.to)
}

/** The sum of refunds in paise. */
export const refundedSum = sql<number>`coalesce(sum(refunds.amount), 0)::bigint`
