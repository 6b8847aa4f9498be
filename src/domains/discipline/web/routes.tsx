import GavelIcon from '@mui/icons-material/Gavel'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/discipline',
    title: 'Discipline',
    allow: ['ADMIN', 'TEACHER'],
    flag: 'discipline',
    load: () => import('./DisciplineScreen.tsx'),
    menu: { label: 'Discipline', icon: GavelIcon, order: 56, keywords: 'incidents behaviour points merit conduct' },
  },
]
