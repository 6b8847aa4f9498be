import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { deleteExpenseInput, expenseCategoryForm, expenseRange, newExpense } from '../expenses.schema.ts'
import {
  addExpense,
  addExpenseCategory,
  deleteExpense,
  deleteExpenseCategory,
  type ExpenseList,
  listExpenseCategories,
  listExpenses,
  viewExpensesActions,
} from './expenses.commands.ts'
import { type CategoryUse, expenseActions, expenseCategoryActions } from './expenses.permissions.ts'
import type { Expense, ExpenseCategory } from './expenses.sql.ts'

const expensesCan = viewerCan<CategoryUse, 'add' | 'delete' | 'addCategory' | 'deleteCategory'>('Expenses', {
  add: expenseActions.add,
  delete: expenseActions.delete,
  addCategory: expenseCategoryActions.add,
  deleteCategory: expenseCategoryActions.delete,
})
const expenseCan = viewerCan<Expense, 'delete'>('Expense', { delete: expenseActions.delete })
const categoryCan = viewerCan<ExpenseCategory, 'delete'>('ExpenseCategory', { delete: expenseCategoryActions.delete })

const ExpenseType = builder.objectRef<Expense>('Expense').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    categoryId: t.exposeID('categoryId'),
    categoryName: t.exposeString('categoryName'),
    amount: t.expose('amount', { type: 'Paise' }),
    comment: t.exposeString('comment'),
    paidOn: t.exposeString('paidOn', { description: 'The day it is booked on: every list and total goes by it.' }),
    enteredOn: t.exposeString('enteredOn'),
    createdByName: t.exposeString('createdByName'),
    viewerCan: t.field({ type: expenseCan.type, resolve: expenseCan.resolve }),
  }),
})

const ExpenseListType = builder.objectRef<ExpenseList>('ExpenseList').implement({
  fields: (t) => ({
    total: t.expose('total', { type: 'Paise' }),
    expenses: t.field({ type: [ExpenseType], resolve: (list) => list.expenses }),
  }),
})

const ExpenseCategoryType = builder.objectRef<ExpenseCategory>('ExpenseCategory').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    expenses: t.exposeInt('expenses', { description: 'How many expenses in it are not deleted, of all terms.' }),
    viewerCan: t.field({ type: categoryCan.type, resolve: categoryCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  expenses: t.field({
    type: ExpenseListType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ExpenseRange', expenseRange) }) },
    resolve: (_, { schoolId, input }, call) => listExpenses(call, schoolId, input),
  }),
  expenseCategories: t.field({
    type: [ExpenseCategoryType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listExpenseCategories(call, schoolId, {}),
  }),
  expensesViewerCan: t.field({
    type: expensesCan.type,
    description: 'What the viewer may do with the expenses of a school as a whole.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => expensesCan.resolve(await viewExpensesActions(call, schoolId, {}), {}, call),
  }),
}))

builder.mutationFields((t) => ({
  addExpenseCategory: t.field({
    type: ExpenseCategoryType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ExpenseCategoryForm', expenseCategoryForm) }) },
    resolve: (_, { schoolId, input }, call) => addExpenseCategory(call, schoolId, input),
  }),
  deleteExpenseCategory: t.field({
    type: 'ID',
    description: 'Answers the id of the deleted category.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteExpenseCategory(call, schoolId, { id }),
  }),
  addExpense: t.field({
    type: ExpenseType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('NewExpense', newExpense) }) },
    resolve: (_, { schoolId, input }, call) => addExpense(call, schoolId, input),
  }),
  deleteExpense: t.field({
    type: ExpenseType,
    description: 'Answers the expense as it was.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeleteExpense', deleteExpenseInput) }) },
    resolve: (_, { schoolId, input }, call) => deleteExpense(call, schoolId, input),
  }),
}))
