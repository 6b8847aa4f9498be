import type { AppRoute } from '#ui/routes.ts'
import { ReportsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/reports',
    title: 'Reports',
    allow: ['ADMIN'],
    opensByLink: true,
    load: () => import('./ReportsScreen.tsx'),
    menu: {
      actions: [{ label: 'Make a report', to: '/reports?tab=attendance' }],
      label: 'Reports',
      icon: ReportsIcon,
      group: 'office',
      order: 58,
      keywords:
        'attendance condensed detailed weekly progressive attention analysis payments students daily aggregated qr pdf spreadsheet',
    },
  },
]
