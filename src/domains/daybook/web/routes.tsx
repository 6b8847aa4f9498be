import type { AppRoute } from '#ui/routes.ts'
import { BookIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/daybook',
    title: 'Day Book',
    allow: ['ADMIN', 'FEES'],
    flag: 'feesModule',
    load: () => import('./DayBookScreen.tsx'),
    menu: {
      label: 'Day Book',
      icon: BookIcon,
      group: 'money',
      order: 85,
      wholeSchool: true,
      keywords: 'cash book opening closing drawer day total deposit',
    },
  },
]
