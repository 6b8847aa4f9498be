import { t } from '@lingui/core/macro'
import type { Month } from '../months.ts'

/** The months as columns and buttons show them. */
export const monthLabels: Readonly<Record<Month, string>> = {
  JAN: t`Jan`,
  FEB: t`Feb`,
  MAR: t`Mar`,
  APR: t`Apr`,
  MAY: t`May`,
  JUN: t`Jun`,
  JUL: t`Jul`,
  AUG: t`Aug`,
  SEP: t`Sep`,
  OCT: t`Oct`,
  NOV: t`Nov`,
  DEC: t`Dec`,
}
