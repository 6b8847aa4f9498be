import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
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
import { type CategoryUsage, expenseActions, expenseCategoryActions } from './expenses.permissions.ts'
import type { Expense, ExpenseCategory } from './expenses.sql.ts'

const expensesCan = viewerCan<CategoryUsage, 'add' | 'delete' | 'addCategory' | 'deleteCategory'>('Expenses', {
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
    paidOn: t.exposeString('paidOn', { description: 'The day the expense was paid. All lists and totals use this day.' }),
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
    expenses: t.exposeInt('expenses', { description: 'Number of expenses in the category that are not deleted, of all terms.' }),
    viewerCan: t.field({ type: categoryCan.type, resolve: categoryCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  expenses: commandField(t, listExpenses, { type: ExpenseListType, input: inputType('ExpenseRange', expenseRange) }),
  expenseCategories: commandField(t, listExpenseCategories, { type: [ExpenseCategoryType] }),
  expensesViewerCan: t.field({
    type: expensesCan.type,
    description: 'What the viewer may do with the expenses of a school as a whole.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => expensesCan.resolve(await viewExpensesActions(call, schoolId, {}), {}, call),
  }),
}))

builder.mutationFields((t) => ({
  addExpenseCategory: commandField(t, addExpenseCategory, {
    type: ExpenseCategoryType,
    input: inputType('ExpenseCategoryForm', expenseCategoryForm),
  }),
  deleteExpenseCategory: commandField(t, deleteExpenseCategory, {
    type: 'ID',
    description: 'Returns the id of the deleted category.',
    args: { id: t.arg.id() },
  }),
  addExpense: commandField(t, addExpense, { type: ExpenseType, input: inputType('NewExpense', newExpense) }),
  deleteExpense: commandField(t, deleteExpense, {
    type: ExpenseType,
    description: 'Returns the deleted expense.',
    input: inputType('DeleteExpense', deleteExpenseInput),
  }),
}))
