import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { MessagesIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/messages',
    title: t`Messages`,
    allow: ['ADMIN'],
    load: () => import('./MessagesScreen.tsx'),
    menu: {
      actions: [{ label: t`Send a message`, to: '/messages?tab=send', mutation: 'sendMessages' }],
      label: t`Messages`,
      icon: MessagesIcon,
      group: 'office',
      order: 62,
    },
  },
  {
    // The pending list of fees leads here (fees/web/pending/remindersPath.ts).
    path: '/feereminders',
    title: t`Fee Reminders`,
    allow: ['ADMIN', 'FEES'],
    flag: 'feesModule',
    load: () => import('./send/FeeRemindersScreen.tsx'),
  },
]
