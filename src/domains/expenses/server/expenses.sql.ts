import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DayRange } from '../expenses.rules.ts'

/** The expenses of a term that stand, paid in these days, both included: what every list and every total is made of. */
export function standingExpenses(db: Db | Tx, schoolId: number, termId: number, { start, end }: DayRange) {
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

/** An expense as lists show it, with the name of its category. */
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

/** The same expenses as rows, the last paid first. */
export function expenseRows(db: Db, schoolId: number, termId: number, range: DayRange) {
  return standingExpenses(db, schoolId, termId, range)
    .innerJoin('expenseCategories', (on) =>
      on
        .onRef('expenseCategories.schoolId', '=', 'expenses.schoolId')
        .onRef('expenseCategories.id', '=', 'expenses.expenseCategoryId'),
    )
    .select(columns)
    .orderBy('expenses.paidOn', 'desc')
    .orderBy('expenses.id', 'desc')
}

/** One expense, deleted or not. */
export function expenseById(db: Db | Tx, schoolId: number, id: number) {
  return db
    .selectFrom('expenses')
    .innerJoin('expenseCategories', (on) =>
      on
        .onRef('expenseCategories.schoolId', '=', 'expenses.schoolId')
        .onRef('expenseCategories.id', '=', 'expenses.expenseCategoryId'),
    )
    .select(columns)
    .where('expenses.schoolId', '=', schoolId)
    .where('expenses.id', '=', id)
}

/** An expense as its deletion sees it. */
export interface LockedExpense {
  schoolId: number
  id: number
  deletedAt: Date | null
  deletedByName: string | null
}

/** One expense, deleted or not, locked for its deletion. */
export function lockExpense(db: Tx, schoolId: number, id: number): Promise<LockedExpense | undefined> {
  return db
    .selectFrom('expenses')
    .select(['schoolId', 'id', 'deletedAt', 'deletedByName'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** A term's id; no row when the school has none with it. */
export function termWithId(db: Db | Tx, schoolId: number, id: number) {
  return db.selectFrom('terms').select(['schoolId', 'id', 'name']).where('schoolId', '=', schoolId).where('id', '=', id)
}

/** A category as lists show it, with the number of its expenses that are not deleted, of all terms. */
export interface ExpenseCategory {
  schoolId: number
  id: number
  name: string
  expenses: number
}

/** The categories that are not deleted, by name. */
export function categoryRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('expenseCategories')
    .select(['expenseCategories.schoolId', 'expenseCategories.id', 'expenseCategories.name'])
    .select((row) =>
      row
        .selectFrom('expenses')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('expenses.schoolId', '=', 'expenseCategories.schoolId')
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

/**
 * A category that expenses may be put into, held until the transaction ends so that it is not deleted meanwhile; holding it
 * does not keep others from putting expenses into it.
 */
export function holdCategory(db: Tx, schoolId: number, id: number) {
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
 * A category, locked for its deletion, with the number of its expenses. Counted after the lock, in a statement of its own:
 * in the same one an expense that was stored while it waited would not be seen.
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
