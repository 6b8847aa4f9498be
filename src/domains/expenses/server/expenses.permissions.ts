import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import { categoryInUseReason } from '../expenses.rules.ts'

/** The row that permissions are checked on; only rows of the school are checked. */
export interface SchoolRow {
  schoolId: number
}

/** A category with its use, which decides whether it can be deleted. */
export interface CategoryUsage extends SchoolRow {
  /** Number of expenses in it that are not deleted. */
  expenses: number
}

const refuseClassLimited = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : t`You may see some of the classes only, and expenses are about the whole school.`

/** Those who take money also enter expenses; only the office deletes them (specification, section 6). */
const counter = { roles: ['SUPERADMIN', 'ADMIN', 'FEES'], general: refuseClassLimited } as const
const office = { ...counter, roles: ['SUPERADMIN', 'ADMIN'] } as const

export const expenseActions = {
  list: action<SchoolRow | undefined>('expense.list', counter),
  add: action<SchoolRow | undefined>('expense.add', counter),
  delete: action<SchoolRow>('expense.delete', office),
}

/** A category cannot be changed (specification, section 6). It can be deleted while it has no expenses. */
export const expenseCategoryActions = {
  list: action<SchoolRow | undefined>('expenseCategory.list', counter),
  add: action<SchoolRow | undefined>('expenseCategory.add', counter),
  delete: action<CategoryUsage>('expenseCategory.delete', {
    roles: ['SUPERADMIN'],
    rule: ({ row }) => categoryInUseReason(row.expenses),
  }),
}
