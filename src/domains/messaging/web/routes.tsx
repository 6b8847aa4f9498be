import ForumIcon from '@mui/icons-material/ForwardToInbox'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/messages',
    title: 'Messages',
    allow: ['ADMIN'],
    load: () => import('./MessagesScreen.tsx'),
    menu: {
      label: 'Messages',
      icon: ForumIcon,
      order: 62,
      keywords: 'whatsapp sms text notice inform parents templates dlt history failed queue login details reminder',
    },
  },
]
