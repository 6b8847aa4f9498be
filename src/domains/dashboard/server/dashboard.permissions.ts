import { action } from '#platform/action.ts'

/**
 * Roles that take money, and the head (specification, section 2). The queries limit the sums to the viewer's students.
 */
const moneyRoles = ['SUPERADMIN', 'ADMIN', 'FEES'] as const

export const dashboardActions = {
  /** What needs somebody today. What of it a viewer sees is decided by the actions of the lists behind it. */
  viewToday: action<undefined>('dashboard.viewToday', { roles: [...moneyRoles, 'TEACHER'] }),
  viewCollected: action<undefined>('dashboard.viewCollected', { roles: moneyRoles }),
  /** The head's page of money. */
  viewMoney: action<undefined>('dashboard.viewMoney', { roles: ['SUPERADMIN', 'ADMIN'], flag: 'feesModule' }),
  /** The figures of all schools side by side: on the installation, because they belong to no one school. */
  compareSchools: action<undefined>('dashboard.compareSchools', { roles: ['SUPERADMIN'], platform: true }),
  viewFeesChart: action<undefined>('dashboard.viewFeesChart', { roles: moneyRoles, flag: 'feesModule' }),
}
