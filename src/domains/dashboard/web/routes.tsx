import type { AppRoute } from '#ui/routes.ts'
import { DashboardIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    // The landing page of every role without one of its own.
    allow: ['ADMIN', 'FEES', 'ATTENDANT'],
    load: () => import('./DashboardScreen.tsx'),
    menu: {
      label: 'Dashboard',
      icon: DashboardIcon,
      group: 'today',
      order: 20,
      keywords: 'home start figures',
    },
  },
]
