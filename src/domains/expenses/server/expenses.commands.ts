import { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import { requireAllowedMoneyDay } from '#platform/moneyDay.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import { nameKey } from '#shared/names.ts'
import { t } from '#shared/texts.ts'
import { deleteExpenseInput, expenseCategoryForm, expenseCategoryId, expenseRange, newExpense } from '../expenses.schema.ts'
import { type CategoryUsage, expenseActions, expenseCategoryActions } from './expenses.permissions.ts'
import {
  categoryRows,
  type Expense,
  type ExpenseCategory,
  expenseById,
  expenseRows,
  lockCategoryShared,
  type LockedExpense,
  lockCategory,
  lockExpense,
  termWithId,
} from './expenses.sql.ts'

/** Expenses with their total, which is the sum of these rows. */
export interface ExpenseList {
  total: Paise
  expenses: Expense[]
}

/** Returns the row for permissions on the expenses of a school as a whole, with an unused category. */
export const viewExpensesActions = query({
  action: expenseActions.list,
  input: z.object({}),
  run: async ({ schoolId }): Promise<CategoryUsage> => ({ schoolId, expenses: 0 }),
})

/**
 * Lists the expenses of a term that are not deleted, the last paid first. NOT_FOUND for a term the school does not
 * have.
 */
export const listExpenses = query({
  action: expenseActions.list,
  input: expenseRange,
  run: async ({ db, read, schoolId, input: { termId, ...range } }): Promise<ExpenseList> => {
    const [expenses, [term]] = await read(expenseRows(db, schoolId, termId, range), termWithId(db, schoolId, termId))
    if (!term) throw notFound()
    return { total: sumMoney(expenses.map((expense) => expense.amount)), expenses }
  },
})

/** Lists the categories of a school by name, each with the number of its expenses. */
export const listExpenseCategories = query({
  action: expenseCategoryActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<ExpenseCategory[]> => (await read(categoryRows(db, schoolId)))[0],
})

const sameName = () => ({ path: 'name', message: t`An expense category with this name exists already` })

/** Adds a category. CONFLICT on `name` when the school has one of this name, ignoring case and spaces. */
export const addExpenseCategory = command({
  action: expenseCategoryActions.add,
  input: expenseCategoryForm,
  conflicts: () => ({ expense_categories_name: sameName(), expense_categories_name_key: sameName() }),
  run: async ({ db, schoolId, input: { name } }) => {
    const { id } = await db
      .insertInto('expenseCategories')
      .values({ schoolId, name, nameKey: nameKey(name) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const category: ExpenseCategory = { schoolId, id, name, expenses: 0 }
    return { result: category, ids: [id], fields: ['name'] }
  },
})

/** Deletes a category and returns its id. FORBIDDEN, with the number, while it has expenses that are not deleted. */
export const deleteExpenseCategory = command({
  action: expenseCategoryActions.delete,
  input: expenseCategoryId,
  load: ({ db, schoolId, input }) => lockCategory(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id } }) => {
    await db
      .updateTable('expenseCategories')
      .set({ deletedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    return { result: id, ids: [id], fields: ['deletedAt'] }
  },
})

/**
 * Adds an expense on the day it was paid; the server sets the day of entry. A repeated key with the same input returns
 * the first expense. NOT_FOUND for a term the school does not have, BAD_INPUT on `categoryId` for a category that does
 * not exist.
 */
export const addExpense = command<typeof newExpense, { schoolId: number; name: string }, Expense>({
  action: expenseActions.add,
  input: newExpense,
  load: ({ db, schoolId, input }) => termWithId(db, schoolId, input.termId).forKeyShare().executeTakeFirst(),
  run: (running) =>
    runOncePerKey(running, expenseActions.add.name, running.input, () => storeExpense(running), readStoredExpense(running)),
})

async function storeExpense({
  db,
  viewer,
  schoolId,
  input,
  row: term,
}: CommandContext<z.output<typeof newExpense>, { name: string }>) {
  const { termId, categoryId, amount, paidOn, comment = '' } = input
  requireAllowedMoneyDay(viewer, { day: paidOn, termName: term.name, path: 'paidOn' })
  if (!(await lockCategoryShared(db, schoolId, categoryId))) {
    const message = t`This category is not there any more. Choose another one.`
    throw new Refusal('BAD_INPUT', message, [{ path: 'categoryId', message }])
  }
  const { id } = await db
    .insertInto('expenses')
    .values({
      schoolId,
      termId,
      expenseCategoryId: categoryId,
      amount,
      comment,
      paidOn,
      enteredOn: schoolDay(new Date()),
      createdBy: viewer.subject,
      createdByName: viewer.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const result = await expenseById(db, schoolId, id).executeTakeFirstOrThrow()
  return { result, ids: [id], fields: ['termId', 'categoryId', 'amount', 'paidOn', 'comment'] }
}

function readStoredExpense({ db, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId'>) {
  return ([id = 0]: number[]): Promise<Expense> => expenseById(db, schoolId, id).executeTakeFirstOrThrow()
}

/**
 * Soft-deletes an expense and returns it: it leaves every list and total, and is kept with who deleted it and when.
 * CONFLICT when it was deleted by another request.
 */
export const deleteExpense = command<typeof deleteExpenseInput, LockedExpense, Expense>({
  action: expenseActions.delete,
  input: deleteExpenseInput,
  load: ({ db, schoolId, input }) => lockExpense(db, schoolId, input.id),
  run: (running) =>
    runOncePerKey(
      running,
      expenseActions.delete.name,
      running.input,
      async () => {
        const { db, viewer, schoolId, row } = running
        if (row.deletedAt) throw new Refusal('CONFLICT', t`This expense was deleted by ${row.deletedByName ?? ''} already.`)
        await db
          .updateTable('expenses')
          .set({ deletedAt: new Date(), deletedBy: viewer.subject, deletedByName: viewer.name })
          .where('schoolId', '=', schoolId)
          .where('id', '=', row.id)
          .execute()
        return { result: await readStoredExpense(running)([row.id]), ids: [row.id], fields: ['deletedAt'] }
      },
      readStoredExpense(running),
    ),
})
