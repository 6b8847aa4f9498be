import type { AppRoute } from '#ui/routes.ts'
import { ChatIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/chat',
    title: 'Chat',
    allow: ['ADMIN', 'TEACHER', 'STUDENT'],
    flag: 'chat',
    load: () => import('./ChatScreen.tsx'),
    menu: {
      label: 'Chat',
      icon: ChatIcon,
      group: 'office',
      order: 54,
      keywords: 'messages conversations families parents teachers write',
      count: () => import('./UnreadCount.tsx'),
    },
  },
]
