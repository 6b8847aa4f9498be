import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { categoryInUse } from '../expenses.rules.ts'

/** What the row of a permission has; whatever else it has, only rows of the school are asked about. */
export interface OfSchool {
  schoolId: number
}

/** A category as its deletion sees it. */
export interface CategoryUse extends OfSchool {
  /** How many expenses in it are not deleted. */
  expenses: number
}

const wholeSchool = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : 'You may see some of the classes only, and expenses are about the whole school.'

/** Those who take money enter what is spent; what was entered is taken back by the office (specification, section 6). */
const counter = { roles: ['SUPERADMIN', 'ADMIN', 'FEES'], general: wholeSchool } as const
const office = { ...counter, roles: ['SUPERADMIN', 'ADMIN'] } as const

export const expenseActions = {
  list: action<OfSchool | undefined>('expense.list', counter),
  add: action<OfSchool | undefined>('expense.add', counter),
  delete: action<OfSchool>('expense.delete', office),
}

/** A category stays as it was made (specification, section 6); it can leave while nothing stands on it. */
export const expenseCategoryActions = {
  list: action<OfSchool | undefined>('expenseCategory.list', counter),
  add: action<OfSchool | undefined>('expenseCategory.add', counter),
  delete: action<CategoryUse>('expenseCategory.delete', {
    roles: ['SUPERADMIN'],
    rule: ({ row }) => categoryInUse(row.expenses),
  }),
}
