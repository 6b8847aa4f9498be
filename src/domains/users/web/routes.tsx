import PeopleIcon from '@mui/icons-material/People'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/users',
    title: 'Users',
    allow: ['ADMIN'],
    load: () => import('./UsersScreen.tsx'),
    menu: { label: 'Users', icon: PeopleIcon, order: 30, keywords: 'staff teachers admins accounts passwords' },
  },
]
