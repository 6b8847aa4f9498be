import type { ReportKind } from '../reportTypes.ts'

/** The tabs, in the specification's words (section 2). */
export const kindLabels: Readonly<Record<ReportKind, string>> = {
  qr: 'QR Reports',
  attendance: 'Attendance Reports',
  fees: 'Fees Reports',
}
