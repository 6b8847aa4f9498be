import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { BadgeIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/government-ids',
    title: t`Government ids`,
    allow: ['ADMIN'],
    load: () => import('./GovernmentIdsScreen.tsx'),
    menu: { label: t`Government ids`, icon: BadgeIcon, group: 'office', order: 55 },
  },
]
