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
      'category.id as categoryId',
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

/** Selects the expenses of all terms paid in a range that are not deleted, in the order of days. */
export function bookedExpenseRows(db: Db | Tx, schoolId: number, range: DayRange) {
  return expensesOfEveryTerm(db, schoolId, range).where('expenses.deletedAt', 'is', null)
}

/** Selects the deleted expenses of all terms paid in a range. */
export function deletedExpenseRows(db: Db | Tx, schoolId: number, range: DayRange) {
  return expensesOfEveryTerm(db, schoolId, range).where('expenses.deletedAt', 'is not', null)
}

/** Sums the expenses of all terms paid in a range by category, ordered by name. */
export function bookedByExpenseCategory(db: Db | Tx, schoolId: number, range: DayRange) {
  return bookedExpenseRows(db, schoolId, range)
    .clearSelect()
    .clearOrderBy()
    .innerJoin('expenseCategories as category', (on) => onSameSchool(on, 'category.id', 'expenses.expenseCategoryId'))
    .select(['category.name as categoryName', sql<number>`sum(expenses.amount)::bigint`.as('spent')])
    .groupBy(['category.id', 'category.name'])
    .orderBy(sql`lower(category.name)`)
    .orderBy('category.id')
}

/** Selects the expense categories, deleted ones too, in the order in which they were added. */
export function everyExpenseCategory(db: Db | Tx, schoolId: number) {
  return db.selectFrom('expenseCategories').select(['id', 'name', 'deletedAt']).where('schoolId', '=', schoolId).orderBy('id')
}

/** The terms are an array, because the index of expenses begins with school and term. */
function expensesOfEveryTerm(db: Db | Tx, schoolId: number, { start, end }: DayRange) {
  const terms = db.selectFrom('terms').select('terms.id').where('terms.schoolId', '=', schoolId)
  return db
    .selectFrom('expenses')
    .select(['expenses.id', 'expenses.paidOn', 'expenses.amount', 'expenses.comment'])
    .select('expenses.expenseCategoryId as categoryId')
    .where('expenses.schoolId', '=', schoolId)
    .where(sql<boolean>`expenses.term_id = any(array(${terms}))`)
    .where('expenses.paidOn', '>=', start)
    .where('expenses.paidOn', '<=', end)
    .orderBy('expenses.paidOn')
    .orderBy('expenses.id')
}
