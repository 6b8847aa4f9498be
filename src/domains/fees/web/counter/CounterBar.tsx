import { countWithNoun } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'
import type { Month } from '../../months.ts'
import type { CounterFee } from './feeRowsProps.ts'
import { totalPending, type Selection } from './feeSelection.ts'
import { KeyCap } from './KeyCap.tsx'
import styles from './CounterBar.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'

export interface CounterBarProps {
  selected: readonly CounterFee[]
  selection: Selection
  /** The last month that has started; null before the term's first month. */
  upTo: Month | null
  onSelect: (selection: Selection) => void
  onTake: () => void
  /** Why no payment can be taken; null when one can. */
  refused: string | null
}

/** The bar below the fees: the selection, its rule, and the payment button. It stays visible while the fees scroll. */
export function CounterBar({ selected, selection, upTo, onSelect, onTake, refused }: CounterBarProps) {
  const hasNonFixed = selected.some((fee) => !fee.fixedAmount)
  const rules = [
    { by: 'due', label: upTo === null ? 'Due now' : `Up to ${upTo}`, key: 'M' },
    { by: 'all', label: 'All pending', key: 'A' },
    { by: 'none', label: 'None', key: '0' },
  ] as const
  return (
    <div className={styles.fixed}>
      <div role="group" aria-label="Select fees" className={styles.row}>
        {rules.map(({ by, label, key }) => (
          <Button
            key={by}
            size="small"
            variant={selection.by === by ? 'normal' : 'quiet'}
            aria-pressed={selection.by === by}
            endIcon={<KeyCap>{key}</KeyCap>}
            onClick={() => onSelect({ by })}
          >
            {label}
          </Button>
        ))}
      </div>
      <div aria-live="polite" className={styles.box}>
        <Text tone="quiet" as="span" size="small">
          {selected.length === 0 ? emptySelectionText(selection, upTo) : `${countWithNoun(selected.length, 'fee')} selected`}
        </Text>{' '}
        {selected.length > 0 && (
          <Text as="strong" className={styles.figure}>
            {showMoney(totalPending(selected))}
          </Text>
        )}
        {hasNonFixed && (
          <Text tone="quiet" as="span" size="small">
            {' '}
            and what you enter
          </Text>
        )}
      </div>
      <Button
        variant="primary"
        size="large"
        onClick={onTake}
        disabled={refused !== null}
        title={refused ?? undefined}
        aria-keyshortcuts="Enter F9"
        endIcon={<KeyCap>Enter</KeyCap>}
      >
        Take payment
      </Button>
      <KeyboardHints />
    </div>
  )
}

function emptySelectionText({ by }: Selection, upTo: Month | null): string {
  if (by === 'due') return upTo === null ? 'Nothing is due yet' : `Nothing is due up to ${upTo}`
  return by === 'all' ? 'Nothing is pending' : 'No fee selected'
}

const keyboardHints = [
  ['↑ ↓', 'move'],
  ['Space', 'select'],
  ['→', 'lines'],
  ['F9', 'take payment'],
  ['1–9', 'sibling'],
  ['F2', 'next student'],
] as const

/** The keyboard shortcuts of the list. */
function KeyboardHints() {
  return (
    <Text size="tiny" as="p" className={styles.hint}>
      {keyboardHints.map(([key, action]) => (
        <span key={key}>
          <KeyCap>{key}</KeyCap> {action}
        </span>
      ))}
    </Text>
  )
}
