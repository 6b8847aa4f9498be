import { plural, t } from '@lingui/core/macro'
import { showMoney } from '#shared/money.ts'
import type { AgeingGroup } from '../../pending.rules.ts'
import { classes } from '#ui/kit/classes.ts'
import styles from './Ageing.module.css'
import type { PendingFeesQuery } from './pending.graphql.ts'
import { addressOfAgeing } from './pendingQuery.ts'

interface AgeingProps {
  sums: PendingFeesQuery['pendingFees']['ageing']
  /** The value of the filter by due date in the address. */
  chosen: string | undefined
  /** Lists one group, or again all that is overdue. */
  onChoose: (due: string) => void
}

/** The ages of overdue fees in words. */
export const ageLabels: Readonly<Record<AgeingGroup, string>> = {
  OVERDUE_TO_30: t`Up to 30 days`,
  OVERDUE_TO_60: t`31 to 60 days`,
  OVERDUE_TO_90: t`61 to 90 days`,
  OVERDUE_OVER_90: t`More than 90 days`,
}

/** How long the listed fees are overdue. A press lists one group, a second one all again. */
export function Ageing({ sums, chosen, onChoose }: AgeingProps) {
  if (sums.every(({ students }) => students === 0)) return null
  return (
    <div role="group" aria-label={t`Overdue by age`} className={styles.groups}>
      {sums.map(({ group, pending, students }) => {
        const value = addressOfAgeing(group)
        const pressed = chosen === value
        return (
          <button
            key={group}
            type="button"
            aria-pressed={pressed}
            disabled={students === 0}
            onClick={() => onChoose(pressed ? '' : value)}
            className={classes(styles.group, pressed && styles.chosen)}
          >
            <span className={styles.label}>{ageLabels[group]}</span>
            <span className={styles.amount}>{showMoney(pending)}</span>
            <span className={styles.count}>{plural(students, { one: '# student', other: '# students' })}</span>
          </button>
        )
      })}
    </div>
  )
}
