import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { PolicyIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/audit-log',
    title: t`Audit Log`,
    allow: ['ADMIN'],
    load: () => import('./AuditLogScreen.tsx'),
    menu: {
      label: t`Audit Log`,
      icon: PolicyIcon,
      group: 'setUp',
      order: 890,
      wholeSchool: true,
    },
  },
  {
    path: '/student-data',
    title: t`Data of a Student`,
    allow: ['ADMIN'],
    opensByLink: true,
    load: () => import('./StudentDataScreen.tsx'),
  },
]
