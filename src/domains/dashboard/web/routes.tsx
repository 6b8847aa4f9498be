import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { DashboardIcon, ReportsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/dashboard',
    title: t`Dashboard`,
    // The landing page of every role without one of its own.
    allow: ['ADMIN', 'FEES', 'ATTENDANT'],
    load: () => import('./DashboardScreen.tsx'),
    menu: {
      label: t`Dashboard`,
      icon: DashboardIcon,
      group: 'today',
      order: 20,
    },
  },
  {
    path: '/money',
    title: t`Money`,
    allow: ['ADMIN'],
    flag: 'feesModule',
    load: () => import('./money/MoneyScreen.tsx'),
    menu: {
      label: t`Money`,
      icon: ReportsIcon,
      group: 'money',
      order: 65,
    },
  },
]
