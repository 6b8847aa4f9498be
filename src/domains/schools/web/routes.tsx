import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { SchoolsIcon, SettingsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/schools',
    title: t`Schools`,
    allow: [],
    withoutSchool: true,
    load: () => import('./SchoolsScreen.tsx'),
    menu: { label: t`Schools`, icon: SchoolsIcon, group: 'setUp', order: 10 },
  },
  {
    path: '/settings',
    title: t`Settings`,
    allow: ['ADMIN'],
    load: () => import('./SettingsScreen.tsx'),
    menu: {
      label: t`Settings`,
      icon: SettingsIcon,
      group: 'setUp',
      order: 900,
    },
  },
]
