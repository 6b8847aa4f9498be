import { t } from '@lingui/core/macro'
import type { ReportKind } from '../reportTypes.ts'

/** The labels of the tabs (specification, section 2). */
export const kindLabels: Readonly<Record<ReportKind, string>> = {
  qr: t`QR Reports`,
  attendance: t`Attendance Reports`,
  fees: t`Fees Reports`,
}
