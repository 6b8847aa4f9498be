import type { AppRoute } from '#ui/routes.ts'
import { SchoolIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/classes',
    title: 'Classes',
    allow: ['ADMIN'],
    load: () => import('./ClassesScreen.tsx'),
    menu: {
      label: 'Classes',
      icon: SchoolIcon,
      group: 'teaching',
      order: 40,
      keywords: 'sections subjects books curriculum timetable teachers',
    },
  },
]
