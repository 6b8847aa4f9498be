import MovingIcon from '@mui/icons-material/Moving'
import type { AppRoute } from '../../../ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/promotions',
    title: 'Promotions',
    allow: ['ADMIN'],
    load: () => import('./PromotionsScreen.tsx'),
    // The specification's menu shows it to a SUPERADMIN only; an ADMIN of the whole school comes by the address.
    menu: {
      label: 'Promotions',
      icon: MovingIcon,
      order: 65,
      visibleTo: ['SUPERADMIN'],
      keywords: 'promote new year next class sections students',
    },
  },
]
