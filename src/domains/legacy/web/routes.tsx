import type { AppRoute } from '#ui/routes.ts'
import { ImportIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/import-data',
    title: 'Import Data',
    allow: [],
    load: () => import('./ImportDataScreen.tsx'),
    menu: {
      label: 'Import Data',
      icon: ImportIcon,
      group: 'setUp',
      order: 890,
      keywords: 'legacy previous old system migrate bring over students history',
    },
  },
]
