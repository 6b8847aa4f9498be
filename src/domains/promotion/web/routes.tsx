import MovingIcon from '@mui/icons-material/Moving'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/promotions',
    title: 'Promotions',
    allow: ['ADMIN'],
    load: () => import('./PromotionsScreen.tsx'),
    menu: {
      label: 'Promotions',
      icon: MovingIcon,
      order: 65,
      mutation: 'promoteSections',
      keywords: 'promote new year next class sections students',
    },
  },
]
