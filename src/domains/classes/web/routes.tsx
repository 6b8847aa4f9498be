import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { SchoolIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/classes',
    title: t`Classes`,
    allow: ['ADMIN'],
    load: () => import('./ClassesScreen.tsx'),
    menu: {
      label: t`Classes`,
      icon: SchoolIcon,
      group: 'teaching',
      order: 40,
    },
  },
]
