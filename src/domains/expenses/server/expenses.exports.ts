import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DayRange } from '../expenses.rules.ts'
import { undeletedExpenses } from './expenses.sql.ts'

/**
 * Sums the expenses of a term paid in a range of days, both ends included: one row of `spent` in paise and their number
 * `expenses`. These are the rows that the expenses screen lists. For the day book and reports, whose callers have
 * checked that the viewer may see the whole school. Run it with `.executeTakeFirstOrThrow()`, or pass it to `read`.
 */
export function spentInDays(db: Db | Tx, schoolId: number, termId: number, range: DayRange) {
  return undeletedExpenses(db, schoolId, termId, range).select([
    sql<number>`coalesce(sum(expenses.amount), 0)::bigint`.as('spent'),
    sql<number>`count(*)::int`.as('expenses'),
  ])
}

/** Sums the expenses of a range by category, ordered by name. */
export function spentByCategory(db: Db | Tx, schoolId: number, termId: number, range: DayRange) {
  return undeletedExpenses(db, schoolId, termId, range)
    .innerJoin('expenseCategories as category', (on) => onSameSchool(on, 'category.id', 'expenses.expenseCategoryId'))
    .select([
      'category.name as categoryName',
      sql<number>`sum(expenses.amount)::bigint`.as('spent'),
      sql<number>`count(*)::int`.as('expenses'),
    ])
    .groupBy(['category.id', 'category.name'])
    .orderBy(sql`lower(category.name)`)
    .orderBy('category.id')
}

/** Sums the expenses of a range in every other term. */
export function spentInOtherTerms(db: Db | Tx, schoolId: number, termId: number, { start, end }: DayRange) {
  return db
    .selectFrom('terms')
    .innerJoin('expenses', (on) => onSameSchool(on, 'expenses.termId', 'terms.id'))
    .select(['terms.id as termId', 'terms.name as termName', sql<number>`sum(expenses.amount)::bigint`.as('spent')])
    .where('terms.schoolId', '=', schoolId)
    .where('terms.id', '<>', termId)
    .where('expenses.deletedAt', 'is', null)
    .where('expenses.paidOn', '>=', start)
    .where('expenses.paidOn', '<=', end)
    .groupBy(['terms.id', 'terms.name'])
    .orderBy('terms.id')
}
