import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const counter = ['superadmin', 'admin', 'limitedAdmin', 'fees'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

const key = '6f1d7c34-2b0e-4f0e-9d55-8a2f1c3b7e90'
const expense = { key, amount: 50_000, paidOn: '2026-06-10', comment: 'Chalk' }

/** Rights on expenses. They concern the whole school, so a limited ADMIN is refused before any row is read. */
export const expenseExpectations: Readonly<Record<string, Expectation>> = {
  expensesViewerCan: { who: counter, notLimited: true, noRow: true },
  expenses: {
    who: counter,
    notLimited: true,
    noRow: true,
    variables: ({ termId }) => ({ input: { termId, start: '2026-04-01', end: '2027-03-31' } }),
  },
  expenseCategories: { who: counter, notLimited: true, noRow: true },
  addExpense: {
    who: counter,
    notLimited: true,
    variables: ({ termId, extra }) => ({ input: { ...expense, termId, categoryId: extra.expenseCategory } }),
  },
  deleteExpense: { who: office, notLimited: true, variables: ({ extra }) => ({ input: { key, id: extra.expense } }) },
  addExpenseCategory: { who: counter, notLimited: true, noRow: true, variables: () => ({ input: { name: 'Stationery' } }) },
  deleteExpenseCategory: { who: ['superadmin'], variables: ({ extra }) => ({ id: extra.emptyExpenseCategory }) },
}
