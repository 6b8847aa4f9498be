import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { BusIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/buses',
    title: t`Buses`,
    allow: ['ADMIN'],
    flag: 'buses',
    load: () => import('./BusesScreen.tsx'),
    menu: { label: t`Buses`, icon: BusIcon, group: 'office', order: 60 },
  },
]
