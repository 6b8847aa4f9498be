import type { OutboxKind } from '#ui/outbox/kinds.ts'
import type { AppRoute } from '#ui/routes.ts'
import { recordScansKind } from './outboxKinds.ts'
import { QrCodeScannerIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/gate',
    title: 'Gate',
    allow: ['ADMIN', 'ATTENDANT'],
    flag: ['qrcode', 'rfid'],
    load: () => import('./GateScreen.tsx'),
    menu: {
      label: 'Gate',
      icon: QrCodeScannerIcon,
      group: 'office',
      order: 57,
      keywords: 'scan qr rfid cards entry exit in out devices readers',
    },
  },
]

export const outboxKinds = [recordScansKind] as readonly OutboxKind[]
