import ReceiptLongIcon from '@mui/icons-material/ReceiptLong'
import type { AppRoute } from '#ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/expenses',
    title: 'Expenses',
    allow: ['ADMIN', 'FEES'],
    load: () => import('./ExpensesScreen.tsx'),
    menu: {
      label: 'Expenses',
      icon: ReceiptLongIcon,
      order: 80,
      wholeSchool: true,
      keywords: 'spend spent paid bills purchases categories petty cash',
    },
  },
]
