import { t } from '@lingui/core/macro'
import { language } from '#shared/pageLanguage.ts'
import type { ReportCardFormat } from '../../reportCardFormat.schema.ts'
import { reportCardLabels } from '../../reportCardLabels.ts'
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

/** The words of the report card itself, in the language of the page. */
export const cardLabels = reportCardLabels[language]

/** What a card can print or leave out. */
export const cardSwitchLabels: Readonly<Record<'components' | 'partGrades' | 'total' | 'descriptive', string>> = {
  components: t`Marks of each component`,
  partGrades: t`A grade of each part besides the year’s`,
  total: t`The total of all subjects`,
  descriptive: t`A place for each descriptive record, also if nothing was written`,
} satisfies Partial<Record<keyof ReportCardFormat, string>>

/** Returns the options of a field from the labels of its values. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))
