import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { BadgeIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/lcidcard',
    title: t`ID Cards`,
    allow: ['ADMIN'],
    opensByLink: true,
    load: () => import('./IdCardsScreen.tsx'),
    menu: {
      label: t`ID Cards`,
      icon: BadgeIcon,
      group: 'office',
      order: 59,
    },
  },
]
