import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { ReportsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/reports',
    title: t`Reports`,
    allow: ['ADMIN'],
    opensByLink: true,
    load: () => import('./ReportsScreen.tsx'),
    menu: {
      actions: [{ label: t`Make a report`, to: '/reports?tab=attendance' }],
      label: t`Reports`,
      icon: ReportsIcon,
      group: 'office',
      order: 58,
    },
  },
]
