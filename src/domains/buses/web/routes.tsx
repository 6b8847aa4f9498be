import DirectionsBusIcon from '@mui/icons-material/DirectionsBus'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/buses',
    title: 'Buses',
    allow: ['ADMIN'],
    flag: 'buses',
    load: () => import('./BusesScreen.tsx'),
    menu: { label: 'Buses', icon: DirectionsBusIcon, order: 60, keywords: 'transport vehicles gps' },
  },
]
