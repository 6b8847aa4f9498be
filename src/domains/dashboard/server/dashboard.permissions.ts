import { action } from '#platform/action.ts'

/**
 * Roles that take money, and the head (specification, section 2). The queries limit the sums to the viewer's students.
 */
const moneyRoles = ['SUPERADMIN', 'ADMIN', 'FEES'] as const

export const dashboardActions = {
  viewCollected: action<undefined>('dashboard.viewCollected', { roles: moneyRoles }),
  /** The head's page of money. */
  viewMoney: action<undefined>('dashboard.viewMoney', { roles: ['SUPERADMIN', 'ADMIN'], flag: 'feesModule' }),
  viewFeesChart: action<undefined>('dashboard.viewFeesChart', { roles: moneyRoles, flag: 'feesModule' }),
}
