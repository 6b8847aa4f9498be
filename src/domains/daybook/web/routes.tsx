import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { BookIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/daybook',
    title: t`Day Book`,
    allow: ['ADMIN', 'FEES'],
    flag: 'feesModule',
    load: () => import('./DayBookScreen.tsx'),
    menu: {
      label: t`Day Book`,
      icon: BookIcon,
      group: 'money',
      order: 85,
      wholeSchool: true,
    },
  },
]
