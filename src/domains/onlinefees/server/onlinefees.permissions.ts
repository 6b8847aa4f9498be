import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'

interface OfSchool {
  schoolId: number
}

const counter = { roles: ['SUPERADMIN', 'ADMIN', 'FEES'], flag: 'onlineFees' } as const
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'onlineFees' } as const

/** An order may pay for children of several classes. */
const general = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : 'You may see some of the classes only, and this is about the whole school.'

export const onlineActions = {
  listOrders: action<OfSchool | undefined>('onlineOrder.list', { ...counter, general }),
  check: action<OfSchool | undefined>('onlineOrder.check', { ...counter, general }),
  makeLinks: action<OfSchool | undefined>('guardianLink.make', { ...counter, general }),
  /** Sends a link to its own phone: who may give it out may have it sent. */
  sendLink: action<OfSchool | undefined>('guardianLink.send', { ...counter, general }),
  listLinks: action<OfSchool | undefined>('guardianLink.list', { ...counter, general }),
  revokeLink: action<OfSchool | undefined>('guardianLink.revoke', { ...counter, general }),
  /** What arrived and found its fee paid already: given back, or used for other fees. */
  settle: action<OfSchool | undefined>('onlineSurplus.settle', { ...office, general }),
}
