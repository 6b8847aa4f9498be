import type { AppRoute } from '#ui/routes.ts'
import { PromotionIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/promotions',
    title: 'Promotions',
    allow: ['ADMIN'],
    load: () => import('./PromotionsScreen.tsx'),
    menu: {
      label: 'Promotions',
      icon: PromotionIcon,
      group: 'setUp',
      order: 65,
      mutation: 'promoteSections',
      keywords: 'promote new year next class sections students',
    },
  },
]
