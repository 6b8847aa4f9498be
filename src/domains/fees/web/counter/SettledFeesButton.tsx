import { countWithNoun } from '#shared/plural.ts'
import type { FeeRowsViewProps } from './feeRowsProps.ts'
import { KeyCap } from './KeyCap.tsx'
import styles from './SettledFeesButton.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { ExpandLessIcon, ExpandMoreIcon } from '#ui/kit/icons.ts'

/** The button that shows and hides settled fees. */
export function SettledFeesButton({ settled, settledShown, onShowSettled }: FeeRowsViewProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-expanded={settledShown}
      onClick={onShowSettled}
      icon={settledShown ? <ExpandLessIcon /> : <ExpandMoreIcon />}
      endIcon={<KeyCap>P</KeyCap>}
      className={styles.button}
    >
      {settledShown ? 'Hide' : 'Show'} {countWithNoun(settled, 'settled fee')}
    </Button>
  )
}
