import { t } from '@lingui/core/macro'
import { percentNumber } from '#shared/percent.ts'
import type { ScoreColumn } from '../../scores.rules.ts'
import { sayWord } from '../sayWord.ts'

/** Formats a test: `Periodic test`, or `Periodic test 2` where several are held. */
export function columnLabel({ component, test, tests }: ScoreColumn): string {
  return tests > 1 ? `${sayWord(component)} ${test}` : sayWord(component)
}

/** Formats the highest mark of a test: `out of 80`. */
export function highestLabel({ highestMarks }: ScoreColumn): string {
  const highest = percentNumber(highestMarks)
  return t`out of ${highest}`
}
