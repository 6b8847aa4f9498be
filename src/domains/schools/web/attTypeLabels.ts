import { t } from '@lingui/core/macro'
import type { AttType } from '#shared/attTypes.ts'

/** The labels of the attendance types. */
export const attTypeLabels: Readonly<Record<AttType, string>> = {
  DAILY: t`Daily`,
  DUAL: t`Dual (morning and afternoon)`,
  SUBJECTWISE: t`Subjectwise`,
}
