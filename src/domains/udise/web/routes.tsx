import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { BadgeIcon } from '#ui/kit/icons.ts'

const name = t`Government ids`

export const routes: AppRoute[] = [
  {
    path: '/government-ids',
    title: name,
    allow: ['ADMIN'],
    load: () => import('./GovernmentIdsScreen.tsx'),
    menu: { label: name, icon: BadgeIcon, group: 'office', order: 55 },
  },
]
