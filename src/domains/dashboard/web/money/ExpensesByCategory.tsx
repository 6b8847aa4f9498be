import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { expensesAddress } from '#domains/expenses/web/expenses.exports.ts'
import { expenseTable } from '../../moneyTables.ts'
import { FigureGrid } from './FigureGrid.tsx'
import type { MoneyQuery } from './money.graphql.ts'

type Page = MoneyQuery['money']

/** What the term spent by category, each with its list. */
export function ExpensesByCategory({ expenses, before }: { expenses: NonNullable<Page['expenses']>; before: Page['before'] }) {
  const { termId } = useActiveSchool()
  const table = useMemo(() => expenseTable(expenses), [expenses])
  const range = { termId, start: expenses.from, end: expenses.to }
  return (
    <FigureGrid
      table={table}
      fileName="expenses-by-category"
      before={before}
      addressOf={(row) => expensesAddress(range, expenses.categories[row]?.categoryName)}
    />
  )
}
