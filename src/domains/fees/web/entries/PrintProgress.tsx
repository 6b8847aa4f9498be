import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PrintPart } from './printParts.ts'
import styles from './PrintProgress.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

export interface PrintProgressProps {
  parts: readonly PrintPart[]
  /** Number of parts done. */
  printed: number
  /** Whether the next part is being prepared. */
  running: boolean
  onNext: () => void
  onStop: () => void
}

/** The progress of printing many receipts, with a button for the next part. */
export function PrintProgress({ parts, printed, running, onNext, onStop }: PrintProgressProps) {
  const next = parts[printed]
  const total = parts.at(-1)?.last ?? 0
  const before = parts[printed - 1]?.last ?? 0
  if (!next) return null
  const [first, last] = [showCount(next.first), showCount(next.last)]
  return (
    <Dialog title={t`Print ${showCount(total)} receipts`} size="small">
      <DialogBody>
        <Text role="status" className={styles.spaced}>
          {running
            ? t`Part ${next.number} of ${parts.length} is being prepared: receipts ${first} to ${last}.`
            : t`${showCount(before)} of ${showCount(total)} receipts have gone to the printer. Part ${next.number} of ${parts.length} is next: receipts ${first} to ${last}.`}
        </Text>
        <Progress value={(100 * before) / total} aria-label={t`Receipts printed`} />
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onStop} disabled={running}>
          <Trans>Stop</Trans>
        </Button>
        <Button variant="primary" loading={running} onClick={onNext} autoFocus>
          {t`Print part ${next.number}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
