import type { AppRoute } from '#ui/routes.ts'
import { SchoolsIcon, SettingsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/schools',
    title: 'Schools',
    allow: [],
    withoutSchool: true,
    load: () => import('./SchoolsScreen.tsx'),
    menu: { label: 'Schools', icon: SchoolsIcon, group: 'setUp', order: 10, keywords: 'select choose change add school' },
  },
  {
    path: '/settings',
    title: 'Settings',
    allow: ['ADMIN'],
    load: () => import('./SettingsScreen.tsx'),
    menu: {
      label: 'Settings',
      icon: SettingsIcon,
      group: 'setUp',
      order: 900,
      keywords: 'terms year sms names bank accounts logo modules',
    },
  },
]
