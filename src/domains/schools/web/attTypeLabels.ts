import type { AttType } from '#shared/attTypes.ts'

/** The labels of the attendance types. */
export const attTypeLabels: Readonly<Record<AttType, string>> = {
  DAILY: 'Daily',
  DUAL: 'Dual (morning and afternoon)',
  SUBJECTWISE: 'Subjectwise',
}
