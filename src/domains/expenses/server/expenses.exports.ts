import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { DayRange } from '../expenses.rules.ts'
import { standingExpenses } from './expenses.sql.ts'

/**
 * What was spent in a term on days from start to end, both included, by the day it was paid on: one row of `spent` in paise and
 * `expenses`, their number. It sums the rows that the expenses screen shows. For the day book and reports, whose caller has
 * decided that the viewer may see the whole school; run it with `.executeTakeFirstOrThrow()`, or hand it to `read`.
 */
export function spentInDays(db: Db | Tx, schoolId: number, termId: number, range: DayRange) {
  return standingExpenses(db, schoolId, termId, range).select([
    sql<number>`coalesce(sum(expenses.amount), 0)::bigint`.as('spent'),
    sql<number>`count(*)::int`.as('expenses'),
  ])
}
