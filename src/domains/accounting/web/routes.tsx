import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { AccountingIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/accounting',
    title: t`Accounting`,
    allow: ['ADMIN'],
    flag: 'feesModule',
    opensByLink: true,
    load: () => import('./AccountingScreen.tsx'),
    menu: {
      label: t`Accounting`,
      icon: AccountingIcon,
      group: 'money',
      order: 87,
      wholeSchool: true,
    },
  },
]
