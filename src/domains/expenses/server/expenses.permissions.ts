import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { categoryInUseReason } from '../expenses.rules.ts'

/** What the row of a permission has; whatever else it has, only rows of the school are asked about. */
export interface SchoolRow {
  schoolId: number
}

/** A category as its deletion sees it. */
export interface CategoryUsage extends SchoolRow {
  /** How many expenses in it are not deleted. */
  expenses: number
}

const refuseClassLimited = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : 'You may see some of the classes only, and expenses are about the whole school.'

/** Those who take money enter what is spent; what was entered is taken back by the office (specification, section 6). */
const counter = { roles: ['SUPERADMIN', 'ADMIN', 'FEES'], general: refuseClassLimited } as const
const office = { ...counter, roles: ['SUPERADMIN', 'ADMIN'] } as const

export const expenseActions = {
  list: action<SchoolRow | undefined>('expense.list', counter),
  add: action<SchoolRow | undefined>('expense.add', counter),
  delete: action<SchoolRow>('expense.delete', office),
}

/** A category stays as it was made (specification, section 6); it can leave while nothing stands on it. */
export const expenseCategoryActions = {
  list: action<SchoolRow | undefined>('expenseCategory.list', counter),
  add: action<SchoolRow | undefined>('expenseCategory.add', counter),
  delete: action<CategoryUsage>('expenseCategory.delete', {
    roles: ['SUPERADMIN'],
    rule: ({ row }) => categoryInUseReason(row.expenses),
  }),
}
