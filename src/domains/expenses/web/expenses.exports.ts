export { entriesAddress as expensesAddress } from './expenseRange.ts'
