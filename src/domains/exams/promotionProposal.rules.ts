import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import { type Outcome, outcomeLabels, showShortfall } from './passing.rules.ts'
import type { StudentResult } from './results.rules.ts'

/** What the published result of a year says of a student; `outcome` null for a student without a card. */
export interface YearOutcome {
  outcome: Outcome | null
  shortfalls: StudentResult['shortfalls']
  /** Whether the student was examined again in what was failed. */
  reexamined: boolean
  /** Whether the class keeps back who has failed. */
  detains: boolean
}

/** Whether a student comes to the next class, and why, in words. The office decides. */
export interface PromotionProposal {
  moves: boolean
  text: string
}

/**
 * Proposes who comes to the next class. Where nobody is kept back, everybody does. Who is examined again, and whose
 * result is not known, stays until it is.
 */
export function promotionProposal({ outcome, shortfalls, reexamined, detains }: YearOutcome): PromotionProposal {
  switch (outcome) {
    case 'PASS':
      return { moves: true, text: reexamined ? t`Passed on re-examination` : outcomeLabels.PASS }
    case 'PROMOTED':
      return { moves: true, text: outcomeLabels.PROMOTED }
    case 'COMPARTMENT':
      return { moves: false, text: examinedAgain(shortfalls) }
    case 'FAIL': {
      const why = shortfalls.map(showShortfall).join('; ')
      return { moves: false, text: reexamined ? t`Failed on re-examination: ${why}` : t`Failed: ${why}` }
    }
    case 'INCOMPLETE':
      return { moves: !detains, text: t`Marks are missing` }
    case null:
      return { moves: !detains, text: t`No published result` }
  }
}

function examinedAgain(shortfalls: YearOutcome['shortfalls']): string {
  const subjects = joinWithAnd([...new Set(shortfalls.flatMap(({ subject }) => subject ?? []))])
  const [total] = shortfalls
  if (subjects !== '') return t`To be examined again in ${subjects}`
  const why = total ? showShortfall(total) : ''
  return t`To be examined again. ${why}`
}
