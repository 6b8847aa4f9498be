import type { AppRoute } from '#ui/routes.ts'
import { PeopleIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/users',
    title: 'Users',
    allow: ['ADMIN'],
    load: () => import('./UsersScreen.tsx'),
    menu: { label: 'Users', icon: PeopleIcon, group: 'people', order: 30, keywords: 'staff teachers admins accounts passwords' },
  },
]
