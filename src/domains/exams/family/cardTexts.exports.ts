import { t } from '@lingui/core/macro'
import { showPercent } from '#shared/percent.ts'
import type { StudentCardFactsFragment } from './facts.graphql.ts'

/**
 * Returns the title of a report card in a list: `Term 1, 2026-27`. Who was examined again may have two cards of the
 * year.
 */
export function cardTitle({
  part,
  termName,
  reexamined,
}: Pick<StudentCardFactsFragment, 'part' | 'termName' | 'reexamined'>): string {
  if (reexamined) return t`Whole year ${termName}, after re-examination`
  return part ? t`${part}, ${termName}` : t`Whole year ${termName}`
}

/** Returns what a report card comes to: `86.5 %, A2, Promoted`; '' for one without a total and an outcome. */
export function cardResult({ share, grade, outcome }: Pick<StudentCardFactsFragment, 'share' | 'grade' | 'outcome'>): string {
  return [typeof share === 'number' ? showPercent(share) : '', grade, outcome].filter(Boolean).join(', ')
}
