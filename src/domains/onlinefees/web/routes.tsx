import type { AppRoute } from '#ui/routes.ts'
import { OnlinePaymentsIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/onlinepayments',
    title: 'Online Payments',
    allow: ['ADMIN', 'FEES'],
    flag: 'onlineFees',
    load: () => import('./OnlinePaymentsScreen.tsx'),
    menu: {
      label: 'Online Payments',
      icon: OnlinePaymentsIcon,
      group: 'money',
      order: 75,
      wholeSchool: true,
      keywords: 'orders gateway payu links sms pay link guardian parent refund surplus upi card',
    },
  },
]
