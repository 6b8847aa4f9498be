import CurrencyRupeeIcon from '@mui/icons-material/CurrencyRupee'
import type { AppRoute } from '../../../ui/routes.ts'

export const routes: AppRoute[] = [
  {
    path: '/fees',
    title: 'Fees',
    allow: ['ADMIN', 'FEES'],
    flag: 'feesModule',
    load: () => import('./FeesScreen.tsx'),
    menu: {
      label: 'Fees',
      icon: CurrencyRupeeIcon,
      order: 70,
      keywords: 'collect payment receipt cheque upi cash discount pending dues categories',
    },
  },
]
