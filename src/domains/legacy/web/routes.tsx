import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { ImportIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/import-data',
    title: t`Import Data`,
    allow: [],
    load: () => import('./ImportDataScreen.tsx'),
    menu: {
      label: t`Import Data`,
      icon: ImportIcon,
      group: 'setUp',
      order: 890,
    },
  },
]
