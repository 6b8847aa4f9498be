import { t } from '@lingui/core/macro'
import type { AppRoute } from '#ui/routes.ts'
import { ReceiptIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/expenses',
    title: t`Expenses`,
    allow: ['ADMIN', 'FEES'],
    load: () => import('./ExpensesScreen.tsx'),
    menu: {
      actions: [{ label: t`Enter an expense`, to: '/expenses', mutation: 'addExpense' }],
      label: t`Expenses`,
      icon: ReceiptIcon,
      group: 'money',
      order: 80,
      wholeSchool: true,
    },
  },
]
