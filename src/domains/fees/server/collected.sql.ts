import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { ofVisibleStudent } from './account.sql.ts'

/*
 * What "collected" means, for every screen and report: the dashboard, the entries, the day book and the reports all sum these
 * rows by these expressions, which is why they agree to the paisa (decisions/0010).
 */

/** Stands for a term where money of every term is meant. */
export const everyTerm = null

/**
 * The payments of a term, or of every term, that stand, in days from and to, both included; narrowed to the viewer's students.
 * Every term is an array of the school's few terms, because the indexes of payments begin with school and term.
 */
export function standingPayments(
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
    .where(ofVisibleStudent(viewer, 'payments'))
  if (!range) return query
  return query.where('payments.collectedOn', '>=', range.from).where('payments.collectedOn', '<=', range.to)
}

type OfPayments = ExpressionBuilder<Pick<DB, 'payments'>, 'payments'>

/**
 * The sums of standing payments: `collected` is money that is there, `clearing` cheques the bank has not answered yet, which
 * is in no total; `receipts` counts the receipts that stand, failed cheques left out.
 */
export function collectedSums(row: OfPayments) {
  const sumOf = (state: 'COLLECTED' | 'CLEARING') =>
    sql<number>`coalesce(sum(payments.amount) filter (where ${inState(row, state)}), 0)::bigint`
  return [
    sumOf('COLLECTED').as('collected'),
    sumOf('CLEARING').as('clearing'),
    sql<number>`count(*) filter (where ${row('payments.state', '<>', 'FAILED')})::int`.as('receipts'),
  ] as const
}

function inState(row: OfPayments, state: 'COLLECTED' | 'CLEARING'): Expression<SqlBool> {
  return row('payments.state', '=', state)
}
