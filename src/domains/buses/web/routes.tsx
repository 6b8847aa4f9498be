import type { AppRoute } from '#ui/routes.ts'
import { BusIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/buses',
    title: 'Buses',
    allow: ['ADMIN'],
    flag: 'buses',
    load: () => import('./BusesScreen.tsx'),
    menu: { label: 'Buses', icon: BusIcon, group: 'office', order: 60, keywords: 'transport vehicles gps' },
  },
]
