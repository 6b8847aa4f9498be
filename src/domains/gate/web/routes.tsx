import { t } from '@lingui/core/macro'
import type { OutboxKinds } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { QrCodeScannerIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/gate',
    title: t`Gate`,
    allow: ['ADMIN', 'ATTENDANT'],
    flag: ['qrcode', 'rfid'],
    load: () => import('./GateScreen.tsx'),
    menu: {
      label: t`Gate`,
      icon: QrCodeScannerIcon,
      group: 'office',
      order: 57,
    },
  },
]

export const loadOutboxKinds: OutboxKinds = () => import('./outboxKinds.ts')
