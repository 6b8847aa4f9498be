import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { studentIsVisible } from './account.sql.ts'

/*
 * The definition of "collected". The dashboard, the entries, the day book and the reports all sum these rows with these
 * expressions, so they agree to the paisa (decisions/0010).
 */

/** Used in place of a term id to select the money of all terms. */
export const everyTerm = null

/**
 * Selects the payments of a term, or of all terms, that are not deleted, for the viewer's students. `range` is
 * inclusive. All terms are passed as an array of the school's few terms, because the indexes of payments begin with
 * school and term.
 */
export function undeletedPayments(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  termId: number | typeof everyTerm,
  range?: { from: Day; to: Day },
) {
  const terms = db.selectFrom('terms').select('terms.id').where('terms.schoolId', '=', schoolId)
  const query = db
    .selectFrom('payments')
    .where('payments.schoolId', '=', schoolId)
    .where(
      termId === everyTerm ? sql<SqlBool>`payments.term_id = any(array(${terms}))` : sql<SqlBool>`payments.term_id = ${termId}`,
    )
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
  const sumOf = (state: 'COLLECTED' | 'CLEARING') =>
    sql<number>`coalesce(sum(payments.amount) filter (where ${inState(row, state)}), 0)::bigint`
  return [
    sumOf('COLLECTED').as('collected'),
    sumOf('CLEARING').as('clearing'),
    sql<number>`count(*) filter (where ${row('payments.state', '<>', 'FAILED')})::int`.as('receipts'),
  ] as const
}

function inState(row: PaymentsBuilder, state: 'COLLECTED' | 'CLEARING'): Expression<SqlBool> {
  return row('payments.state', '=', state)
}
