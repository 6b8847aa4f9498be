import { plural, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { type Day, monthName } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { FeeRowsViewProps } from './feeRowsProps.ts'
import { totalPending } from './feeSelection.ts'
import { KeyCap } from './KeyCap.tsx'
import styles from './SettledFeesButton.module.css'
import { classes } from '#ui/kit/classes.ts'
import { ChevronRightIcon } from '#ui/kit/icons.ts'

/** The line that stands for the settled fees and unfolds them. */
export function SettledFeesButton({ settled, settledShown, onShowSettled }: FeeRowsViewProps) {
  const collected = showMoney(sumMoney(settled.map((fee) => fee.collected)))
  return (
    <FoldButton open={settledShown} onToggle={onShowSettled} keyName="P">
      {settledShown
        ? plural(settled.length, { one: 'Hide # settled fee', other: 'Hide # settled fees' })
        : t`${plural(settled.length, { one: 'Show # settled fee', other: 'Show # settled fees' })}, ${collected} collected`}
    </FoldButton>
  )
}

/** The line that stands for the fees that are due in later months, and unfolds them. */
export function LaterFeesButton({ later, laterShown, laterSelected, onShowLater }: FeeRowsViewProps) {
  const pending = showMoney(totalPending(later))
  const monthOf = (day: Day | undefined) => monthName(Number(day?.slice(5, 7)))
  const [first, last] = [monthOf(later[0]?.dueOn), monthOf(later.at(-1)?.dueOn)]
  const months = first === last ? first : t`${first} to ${last}`
  const text = plural(later.length, {
    one: `# fee of ${months}, not due yet: ${pending}`,
    other: `# fees of ${months}, not due yet: ${pending}`,
  })
  // A selected fee is always in sight.
  if (laterSelected) return <span className={styles.text}>{text}</span>
  return (
    <FoldButton open={laterShown} onToggle={onShowLater} keyName="L">
      {text}
    </FoldButton>
  )
}

interface FoldButtonProps {
  open: boolean
  onToggle: () => void
  keyName: string
  children: ReactNode
}

function FoldButton({ open, onToggle, keyName, children }: FoldButtonProps) {
  return (
    <button type="button" aria-expanded={open} aria-keyshortcuts={keyName} onClick={onToggle} className={styles.fold}>
      <ChevronRightIcon size={16} aria-hidden className={classes(styles.arrow, open && styles.turned)} />
      {children} <KeyCap>{keyName}</KeyCap>
    </button>
  )
}
