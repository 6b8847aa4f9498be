import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { PromotionIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/promotions',
    title: t`Promotions`,
    allow: ['ADMIN'],
    load: () => import('./PromotionsScreen.tsx'),
    menu: {
      label: t`Promotions`,
      icon: PromotionIcon,
      group: 'setUp',
      order: 65,
      wholeSchool: true,
    },
  },
]
