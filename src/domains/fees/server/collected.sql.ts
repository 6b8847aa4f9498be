import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { studentIsVisible } from './account.sql.ts'
import { type everyTerm, isInTerm } from './inTerm.sql.ts'

/*
 * The definition of "collected". The dashboard, the entries, the day book and the reports all sum these rows with these
 * expressions, so they agree to the paisa (decisions/0010).
 */

/**
 * Selects the payments of a term, or of all terms, that are not deleted, for the viewer's students. `range` is
 * inclusive.
 */
export function undeletedPayments(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  termId: number | typeof everyTerm,
  range?: { from: Day; to: Day },
) {
  const query = db
    .selectFrom('payments')
    .where('payments.schoolId', '=', schoolId)
    .where(isInTerm('payments.term_id', schoolId, termId))
    .where('payments.deletedAt', 'is', null)
    .where(studentIsVisible(viewer, 'payments'))
  if (!range) return query
  return query.where('payments.collectedOn', '>=', range.from).where('payments.collectedOn', '<=', range.to)
}

type PaymentsBuilder = ExpressionBuilder<Pick<DB, 'payments'>, 'payments'>

/**
 * Returns the sums of payments. `collected` is money received. `clearing` are cheques the bank has not cleared yet,
 * which are in no total. `receipts` counts receipts without failed cheques.
 */
export function collectedSums(row: PaymentsBuilder) {
  return [
    sumInState(row, 'COLLECTED').as('collected'),
    sumInState(row, 'CLEARING').as('clearing'),
    sql<number>`count(*) filter (where ${row('payments.state', '<>', 'FAILED')})::int`.as('receipts'),
  ] as const
}

/** Returns `collected` of {@link collectedSums} alone. */
export function collectedSum(row: PaymentsBuilder) {
  return sumInState(row, 'COLLECTED').as('collected')
}

function sumInState(row: PaymentsBuilder, state: 'COLLECTED' | 'CLEARING') {
  return sql<number>`coalesce(sum(payments.amount) filter (where ${inState(row, state)}), 0)::bigint`
}

function inState(row: PaymentsBuilder, state: 'COLLECTED' | 'CLEARING'): Expression<SqlBool> {
  return row('payments.state', '=', state)
}
