import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/exams/earlier',
    title: t`Import earlier results`,
    allow: ['ADMIN'],
    flag: 'exams',
    load: () => import('./earlier/ImportEarlierResults.tsx'),
  },
]
