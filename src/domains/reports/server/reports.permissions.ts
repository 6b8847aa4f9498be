import { action, type Denial, moduleDisabled } from '#platform/action.ts'
import type { School } from '#platform/school.ts'
import type { ReportKind } from '../reportTypes.ts'

/**
 * Reports are for the office. The queries limit their contents to the classes of a limited ADMIN, or to what a chosen
 * teacher sees.
 */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

export const reportActions = {
  view: action<undefined>('report.view', office),
  order: action<undefined>('report.order', office),
}

/** The action of each tab, which also needs the tab's module. */
export const reportKindActions = {
  attendance: action<undefined>('report.attendance', office),
  qr: action<undefined>('report.qr', { ...office, general: ({ school }) => gateModuleReason(school) }),
  fees: action<undefined>('report.fees', { ...office, flag: 'feesModule' }),
} as const satisfies Record<ReportKind, unknown>

/** Returns the reason why there are no gate reports: the school has neither QR codes nor RFID cards. Otherwise null. */
function gateModuleReason(school: School): Denial | null {
  return school.qrcode || school.rfid ? null : moduleDisabled()
}
