import { sql } from 'kysely'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DayRange } from '../expenses.rules.ts'

/**
 * Selects the expenses of a term that are not deleted, paid in a range, both ends included. Every list and total is
 * based on it.
 */
export function undeletedExpenses(db: Db | Tx, schoolId: number, termId: number, { start, end }: DayRange) {
  return db
    .selectFrom('expenses')
    .where('expenses.schoolId', '=', schoolId)
    .where('expenses.termId', '=', termId)
    .where('expenses.deletedAt', 'is', null)
    .where('expenses.paidOn', '>=', start)
    .where('expenses.paidOn', '<=', end)
}

const columns = [
  'expenses.schoolId',
  'expenses.id',
  'expenses.expenseCategoryId as categoryId',
  'expenseCategories.name as categoryName',
  'expenses.amount',
  'expenses.comment',
  'expenses.paidOn',
  'expenses.enteredOn',
  'expenses.createdByName',
] as const

/** An expense with the name of its category. */
export interface Expense {
  schoolId: number
  id: number
  categoryId: number
  categoryName: string
  amount: number
  comment: string
  paidOn: string
  enteredOn: string
  createdByName: string
}

/** Selects expenses with their category, the last paid first. */
export function expenseRows(db: Db, schoolId: number, termId: number, range: DayRange) {
  return undeletedExpenses(db, schoolId, termId, range)
    .innerJoin('expenseCategories', (on) => onSameSchool(on, 'expenseCategories.id', 'expenses.expenseCategoryId'))
    .select(columns)
    .orderBy('expenses.paidOn', 'desc')
    .orderBy('expenses.id', 'desc')
}

/** Selects one expense, deleted or not. */
export function expenseById(db: Db | Tx, schoolId: number, id: number) {
  return db
    .selectFrom('expenses')
    .innerJoin('expenseCategories', (on) => onSameSchool(on, 'expenseCategories.id', 'expenses.expenseCategoryId'))
    .select(columns)
    .where('expenses.schoolId', '=', schoolId)
    .where('expenses.id', '=', id)
}

/** An expense with what its deletion depends on. */
export interface LockedExpense {
  schoolId: number
  id: number
  deletedAt: Date | null
  deletedByName: string | null
}

/** Locks an expense, deleted or not, for its deletion. */
export function lockExpense(db: Tx, schoolId: number, id: number): Promise<LockedExpense | undefined> {
  return db
    .selectFrom('expenses')
    .select(['schoolId', 'id', 'deletedAt', 'deletedByName'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Selects a term by its id; no row when the school has none. */
export function termWithId(db: Db | Tx, schoolId: number, id: number) {
  return db.selectFrom('terms').select(['schoolId', 'id', 'name']).where('schoolId', '=', schoolId).where('id', '=', id)
}

/** A category with the number of its expenses that are not deleted, of all terms. */
export interface ExpenseCategory {
  schoolId: number
  id: number
  name: string
  expenses: number
}

/** Selects the categories that are not deleted, by name. */
export function categoryRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('expenseCategories')
    .select(['expenseCategories.schoolId', 'expenseCategories.id', 'expenseCategories.name'])
    .select((row) =>
      row
        .selectFrom('expenses')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('expenses.schoolId', '=', currentSchool)
        .whereRef('expenses.expenseCategoryId', '=', 'expenseCategories.id')
        .where('expenses.deletedAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('expenses'),
    )
    .where('expenseCategories.schoolId', '=', schoolId)
    .where('expenseCategories.deletedAt', 'is', null)
    .orderBy(sql`lower(expense_categories.name)`)
    .orderBy('expenseCategories.id')
}

/** Locks a category against deletion until the transaction ends. Others can still add expenses to it. */
export function lockCategoryShared(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('expenseCategories')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/**
 * Locks a category for its deletion and returns it with the number of its expenses. They are counted after the lock in
 * a separate statement, because the same statement would miss an expense stored while it waited.
 */
export async function lockCategory(db: Tx, schoolId: number, id: number): Promise<ExpenseCategory | undefined> {
  const locked = await db
    .selectFrom('expenseCategories')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return locked && (await categoryRows(db, schoolId).where('expenseCategories.id', '=', id).executeTakeFirst())
}
