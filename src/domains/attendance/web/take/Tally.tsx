import { Trans } from '@lingui/react/macro'
import { HeardText } from '#ui/kit/HeardText.tsx'
import type { MarkCounts } from '../../attendance.rules.ts'
import styles from './RegisterScreen.module.css'

/** The counts of the marks, and their shares as a thin bar. */
export function Tally({ counts }: { counts: MarkCounts }) {
  const { present, absent, late } = counts
  return (
    <>
      <div role="status" className={styles.tally}>
        <span>
          <Trans>
            <b>{present}</b> present
          </Trans>
        </span>
        <HeardText> · </HeardText>
        <span className={styles.absent}>
          <Trans>
            <b>{absent}</b> absent
          </Trans>
        </span>
        <HeardText> · </HeardText>
        <span className={styles.late}>
          <Trans>
            <b>{late}</b> late
          </Trans>
        </span>
      </div>
      <div aria-hidden className={styles.shares}>
        {(['present', 'late', 'absent'] as const).map(
          (mark) => counts[mark] > 0 && <i key={mark} className={styles[mark]} style={{ '--share': counts[mark] }} />,
        )}
      </div>
    </>
  )
}
