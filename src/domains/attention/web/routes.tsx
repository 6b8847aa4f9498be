import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { AttentionIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/attention',
    title: t`Attention`,
    allow: ['ADMIN', 'TEACHER', 'FEES'],
    load: () => import('./AttentionScreen.tsx'),
    menu: { label: t`Attention`, icon: AttentionIcon, group: 'people', order: 60 },
  },
  { path: '/attention/:id', title: t`Case`, allow: ['ADMIN', 'TEACHER', 'FEES'], load: () => import('./CaseScreen.tsx') },
]
