import { action } from '#platform/action.ts'

/** Those who take money, and the head (specification, section 2); narrowed to the viewer's students. */
const staff = ['SUPERADMIN', 'ADMIN', 'FEES'] as const

export const dashboardActions = {
  viewCollected: action<undefined>('dashboard.viewCollected', { roles: staff }),
  viewFeesChart: action<undefined>('dashboard.viewFeesChart', { roles: staff, flag: 'feesModule' }),
}
