import MoveToInboxIcon from '@mui/icons-material/MoveToInbox'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/import-data',
    title: 'Import Data',
    allow: [],
    load: () => import('./ImportDataScreen.tsx'),
    menu: {
      label: 'Import Data',
      icon: MoveToInboxIcon,
      order: 890,
      keywords: 'legacy previous old system migrate bring over students history',
    },
  },
]
