import type { ReportKind } from '../reportTypes.ts'

/** The labels of the tabs (specification, section 2). */
export const kindLabels: Readonly<Record<ReportKind, string>> = {
  qr: 'QR Reports',
  attendance: 'Attendance Reports',
  fees: 'Fees Reports',
}
