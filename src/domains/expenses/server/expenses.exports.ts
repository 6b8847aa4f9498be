import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
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

/** The same for each category that has expenses in these days, by its name. */
export function spentByCategory(db: Db | Tx, schoolId: number, termId: number, range: DayRange) {
  return standingExpenses(db, schoolId, termId, range)
    .innerJoin('expenseCategories as category', (on) =>
      on.onRef('category.schoolId', '=', 'expenses.schoolId').onRef('category.id', '=', 'expenses.expenseCategoryId'),
    )
    .select([
      'category.name as categoryName',
      sql<number>`sum(expenses.amount)::bigint`.as('spent'),
      sql<number>`count(*)::int`.as('expenses'),
    ])
    .groupBy(['category.id', 'category.name'])
    .orderBy(sql`lower(category.name)`)
    .orderBy('category.id')
}

/** What was spent in these days in each other term. */
export function spentInOtherTerms(db: Db | Tx, schoolId: number, termId: number, { start, end }: DayRange) {
  return db
    .selectFrom('terms')
    .innerJoin('expenses', (on) => on.onRef('expenses.schoolId', '=', 'terms.schoolId').onRef('expenses.termId', '=', 'terms.id'))
    .select(['terms.id as termId', 'terms.name as termName', sql<number>`sum(expenses.amount)::bigint`.as('spent')])
    .where('terms.schoolId', '=', schoolId)
    .where('terms.id', '<>', termId)
    .where('expenses.deletedAt', 'is', null)
    .where('expenses.paidOn', '>=', start)
    .where('expenses.paidOn', '<=', end)
    .groupBy(['terms.id', 'terms.name'])
    .orderBy('terms.id')
}
