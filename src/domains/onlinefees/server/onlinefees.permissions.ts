import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'

interface SchoolRow {
  schoolId: number
}

const counter = { roles: ['SUPERADMIN', 'ADMIN', 'FEES'], flag: 'onlineFees' } as const
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'onlineFees' } as const

/** Refuses class-limited admins, because one order may pay for children of several classes. */
const general = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : t`You may see some of the classes only, and this is about the whole school.`

export const onlineActions = {
  listOrders: action<SchoolRow | undefined>('onlineOrder.list', { ...counter, general }),
  check: action<SchoolRow | undefined>('onlineOrder.check', { ...counter, general }),
  makeLinks: action<SchoolRow | undefined>('guardianLink.make', { ...counter, general }),
  /** Sending a link to its phone needs the same rights as making it. */
  sendLink: action<SchoolRow | undefined>('guardianLink.send', { ...counter, general }),
  listLinks: action<SchoolRow | undefined>('guardianLink.list', { ...counter, general }),
  revokeLink: action<SchoolRow | undefined>('guardianLink.revoke', { ...counter, general }),
  /** Noting that a refund or chargeback of the gateway was seen. */
  seeNotice: action<SchoolRow | undefined>('gatewayNotice.see', { ...office, general }),
  /** Settling surplus: refunding it or using it for other fees. */
  settle: action<SchoolRow | undefined>('onlineSurplus.settle', { ...office, general }),
}
