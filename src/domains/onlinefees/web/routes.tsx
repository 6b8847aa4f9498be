import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { OnlinePaymentsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/onlinepayments',
    title: t`Online Payments`,
    allow: ['ADMIN', 'FEES'],
    flag: 'onlineFees',
    load: () => import('./OnlinePaymentsScreen.tsx'),
    menu: {
      label: t`Online Payments`,
      icon: OnlinePaymentsIcon,
      group: 'money',
      order: 75,
      wholeSchool: true,
    },
  },
]
