import { action, moduleDisabled } from '#platform/action.ts'
import type { School } from '#platform/school.ts'
import type { ReportKind } from '../reportTypes.ts'

/**
 * Reports are the office's. What a report shows is narrowed where it is read: to the own classes of a limited ADMIN, or to what the
 * chosen teacher sees.
 */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

export const reportActions = {
  view: action<undefined>('report.view', office),
  order: action<undefined>('report.order', office),
}

/** What each tab needs besides: its module. */
export const reportKindActions = {
  attendance: action<undefined>('report.attendance', office),
  qr: action<undefined>('report.qr', { ...office, general: ({ school }) => gateModule(school) }),
  fees: action<undefined>('report.fees', { ...office, flag: 'feesModule' }),
} as const satisfies Record<ReportKind, unknown>

/** Cards are read where the school has QR codes or RFID cards. */
function gateModule(school: School): string | null {
  return school.qrcode || school.rfid ? null : moduleDisabled
}
