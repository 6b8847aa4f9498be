import type { AppRoute } from '#ui/routes.ts'
import { ReceiptIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/expenses',
    title: 'Expenses',
    allow: ['ADMIN', 'FEES'],
    load: () => import('./ExpensesScreen.tsx'),
    menu: {
      actions: [{ label: 'Enter an expense', to: '/expenses', mutation: 'addExpense' }],
      label: 'Expenses',
      icon: ReceiptIcon,
      group: 'money',
      order: 80,
      wholeSchool: true,
      keywords: 'spend spent paid bills purchases categories petty cash',
    },
  },
]
