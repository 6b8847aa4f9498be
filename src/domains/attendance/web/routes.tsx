import { t } from '@lingui/core/macro'
import type { OutboxKinds } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { RegisterIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/attendance',
    title: t`Attendance`,
    allow: ['ADMIN', 'TEACHER', 'ATTENDANT'],
    load: () => import('./AttendanceScreen.tsx'),
    menu: {
      actions: [{ label: t`Take attendance`, to: '/attendance?tab=take' }],
      label: t`Attendance`,
      icon: RegisterIcon,
      group: 'teaching',
      order: 55,
    },
  },
]

export const loadOutboxKinds: OutboxKinds = () => import('./outboxKinds.ts')
