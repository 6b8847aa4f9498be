import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { PeopleIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/users',
    title: t`Users`,
    allow: ['ADMIN'],
    load: () => import('./UsersScreen.tsx'),
    menu: {
      label: t`Users`,
      icon: PeopleIcon,
      group: 'people',
      order: 30,
    },
  },
]
