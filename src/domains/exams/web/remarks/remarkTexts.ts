import { t } from '@lingui/core/macro'
import { type Language, languages } from '#shared/languages.ts'
import { language } from '#shared/pageLanguage.ts'
import { showPercent, wholeShare } from '#shared/percent.ts'
import type { RemarkFactsFragment } from './remarks.graphql.ts'

export type Rule = NonNullable<RemarkFactsFragment['rule']>
export type RemarkKind = RemarkFactsFragment['kind']

/** A remark in the languages in which it is written; '' for the others. */
export interface Remark {
  kind: RemarkKind
  en: string
  hi: string
  mr: string
}

/** The languages of a remark, that of the page first. */
export const remarkLanguages: readonly Language[] = [language, ...languages.filter((each) => each !== language)]

export const kindLabels: Readonly<Record<RemarkKind, string>> = {
  GENERAL: t`Class teacher’s remark`,
  PROGRESS: t`Special progress`,
  INTERESTS: t`Interests and hobbies`,
  IMPROVEMENT: t`Improvement needed`,
}

export const kindOptions = Object.entries(kindLabels).map(([value, label]) => ({ value, label }))

/** Returns a remark in the language of the page, or in the first one in which it is written. */
export function remarkText(remark: Pick<Remark, Language>): string {
  return remarkLanguages.map((each) => remark[each]).find((text) => text !== '') ?? ''
}

/** Returns only the texts and the kind of an object that has them. */
export function remarkOf({ kind, en, hi, mr }: Remark): Remark {
  return { kind, en, hi, mr }
}

/** Returns whether two remarks say the same. */
export function isSame(one: Remark, other: Remark): boolean {
  return one.kind === other.kind && one.en === other.en && one.hi === other.hi && one.mr === other.mr
}

/** Says for whom a remark is proposed. */
export function ruleText(rule: Rule | null): string {
  if (!rule) return t`Only by hand`
  const { on, subject, from, to } = rule
  if (on === 'FAILED') return subject === '' ? t`Failed in a subject, in the year` : t`Failed in ${subject}, in the year`
  const range = rangeText(from, to)
  if (on === 'SUBJECT') return `${subject}: ${range}`
  return on === 'TOTAL' ? `${t`Total`}: ${range}` : `${t`Attendance`}: ${range}`
}

function rangeText(from: number, to: number): string {
  const [first, last] = [showPercent(from), showPercent(to)]
  if (to === wholeShare) return t`${first} and more`
  return from === 0 ? t`below ${last}` : t`${first} to below ${last}`
}
