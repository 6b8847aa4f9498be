import type { OutboxKind } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { saveRegisterKind } from './outboxKinds.ts'
import { RegisterIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/attendance',
    title: 'Attendance',
    allow: ['ADMIN', 'TEACHER', 'ATTENDANT'],
    load: () => import('./AttendanceScreen.tsx'),
    menu: {
      actions: [{ label: 'Take attendance', to: '/attendance?tab=take' }],
      label: 'Attendance',
      icon: RegisterIcon,
      group: 'teaching',
      order: 55,
      keywords: 'registers take roll call absent present late holidays notices percentages',
    },
  },
]

export const outboxKinds = [saveRegisterKind] as readonly OutboxKind[]
