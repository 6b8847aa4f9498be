import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoney } from '#shared/money.ts'
import { monthName, schoolDay } from '#shared/dates.ts'
import type { CounterFee } from './feeRowsProps.ts'
import { totalLateFees, totalToPay, type Selection } from './feeSelection.ts'
import { KeyCap } from './KeyCap.tsx'
import styles from './CounterBar.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'

interface SelectionRulesProps {
  selection: Selection
  onSelect: (selection: Selection) => void
}

export interface CounterBarProps extends SelectionRulesProps {
  selected: readonly CounterFee[]
  onTake: () => void
  /** Why no payment can be taken; null when one can. */
  refused: string | null
}

/** The bar below the fees: the selection, its rule, and the payment button. It stays visible while the fees scroll. */
export function CounterBar({ selected, onTake, refused, ...rules }: CounterBarProps) {
  const phone = usePhone()
  const lateFees = totalLateFees(selected)
  const hasNonFixed = selected.some((fee) => !fee.fixedAmount)
  return (
    <div data-task-bar className={styles.bar}>
      {!phone && <SelectionRules {...rules} />}
      <div aria-live="polite" className={styles.sum}>
        <span className={styles.count}>
          {selected.length === 0
            ? emptySelectionText(rules.selection)
            : plural(selected.length, { one: '# fee selected', other: '# fees selected' })}
        </span>{' '}
        {selected.length > 0 && <strong className={styles.figure}>{showMoney(totalToPay(selected))}</strong>}
        {lateFees > 0 && (
          <span className={styles.count}>
            {' '}
            <Trans>with a late fee of {showMoney(lateFees)}</Trans>
          </span>
        )}
        {hasNonFixed && (
          <span className={styles.count}>
            {' '}
            <Trans>Not fixed: enter the amount next</Trans>
          </span>
        )}
      </div>
      <Button
        variant="primary"
        size="large"
        onClick={onTake}
        disabled={refused !== null}
        title={refused ?? undefined}
        aria-keyshortcuts="Enter F9"
        endIcon={<KeyCap solid>{t`Enter`}</KeyCap>}
      >
        <Trans>Take payment</Trans>
      </Button>
    </div>
  )
}

/** The buttons that select fees by a rule: in the bar, and above the list on a phone. */
export function SelectionRules({ selection, onSelect }: SelectionRulesProps) {
  const rules = [
    { by: 'due', label: t`Up to ${thisMonth()}`, key: 'M' },
    { by: 'all', label: t`All pending`, key: 'A' },
    { by: 'none', label: t`None`, key: '0' },
  ] as const
  return (
    <div role="group" aria-label={t`Select fees`} className={styles.rules}>
      {rules.map(({ by, label, key }) => (
        <Button
          key={by}
          size="small"
          variant={selection.by === by ? 'normal' : 'quiet'}
          aria-pressed={selection.by === by}
          aria-keyshortcuts={key}
          endIcon={<KeyCap>{key}</KeyCap>}
          onClick={() => onSelect({ by })}
          className={styles.rule}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function thisMonth(): string {
  return monthName(Number(schoolDay(new Date()).slice(5, 7)))
}

function emptySelectionText({ by }: Selection): string {
  if (by === 'due') return t`Nothing is due up to ${thisMonth()}`
  return by === 'all' ? t`Nothing is pending` : t`No fee selected`
}
