import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { ChatIcon } from '#ui/kit/icons.ts'
import type { OutboxKinds } from '#ui/outbox/kinds.ts'

export const routes: AppRoute[] = [
  {
    path: '/chat',
    title: t`Chat`,
    allow: ['ADMIN', 'TEACHER', 'STUDENT'],
    flag: 'chat',
    load: () => import('./ChatScreen.tsx'),
    menu: {
      label: t`Chat`,
      icon: ChatIcon,
      group: 'office',
      order: 54,
      count: () => import('./UnreadCount.tsx'),
    },
  },
]

export const loadOutboxKinds: OutboxKinds = () => import('./outboxKinds.ts')
