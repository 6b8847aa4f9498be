import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { DisciplineIcon } from '#ui/kit/icons.ts'
import type { OutboxKinds } from '#ui/outbox/kinds.ts'

export const routes: AppRoute[] = [
  {
    path: '/discipline',
    title: t`Discipline`,
    allow: ['ADMIN', 'TEACHER'],
    flag: 'discipline',
    load: () => import('./DisciplineScreen.tsx'),
    menu: {
      label: t`Discipline`,
      icon: DisciplineIcon,
      group: 'teaching',
      order: 56,
    },
  },
]

export const loadOutboxKinds: OutboxKinds = () => import('./outboxKinds.ts')
