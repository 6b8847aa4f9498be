import type { AppRoute } from '#ui/routes.ts'
import { DisciplineIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/discipline',
    title: 'Discipline',
    allow: ['ADMIN', 'TEACHER'],
    flag: 'discipline',
    load: () => import('./DisciplineScreen.tsx'),
    menu: {
      label: 'Discipline',
      icon: DisciplineIcon,
      group: 'teaching',
      order: 56,
      keywords: 'incidents behaviour points merit conduct',
    },
  },
]
