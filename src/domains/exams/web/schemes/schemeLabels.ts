import { t } from '@lingui/core/macro'
import type { Code, Rounding, Scheme } from '../../scheme.schema.ts'

export const codeLabels: Readonly<Record<Code, string>> = {
  AB: t({ message: 'absent', context: 'in place of a mark' }),
  ML: t`medical leave`,
  EX: t`exempt`,
}

export const codeEffectLabels: Readonly<Record<Scheme['codes'][Code], string>> = {
  ZERO: t`counts as 0`,
  LEFT_OUT: t`leaves the test out`,
}

export const roundingLabels: Readonly<Record<Rounding, string>> = {
  WHOLE: t`whole marks`,
  HALF: t`half marks`,
  NONE: t`not rounded`,
}

/** Returns the options of a field from the labels of its values. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))
