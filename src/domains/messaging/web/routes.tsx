import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { MessagesIcon } from '#ui/kit/icons.ts'
import { remindersPath } from '#domains/fees/web/pendingFilter.exports.ts'

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
      keywords: t`whatsapp sms text notice inform parents templates dlt history failed queue login details reminder`,
    },
  },
  {
    path: remindersPath,
    title: t`Fee Reminders`,
    allow: ['ADMIN', 'FEES'],
    flag: 'feesModule',
    load: () => import('./send/FeeRemindersScreen.tsx'),
  },
]
