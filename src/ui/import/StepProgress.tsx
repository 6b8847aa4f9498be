import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/kit/Button.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { Text } from '#ui/kit/Text.tsx'
import styles from './ImportStudio.module.css'

/** A step of an import that takes a while: what is done, and how much of it. */
export function StepProgress({ text, share, onStop }: { text: string; share: number | null; onStop?: () => void }) {
  return (
    <div className={styles.column}>
      <Text role="status">{text}</Text>
      <Progress value={share === null ? undefined : share * 100} aria-label={text} />
      {onStop && (
        <div>
          <Button variant="quiet" onClick={onStop}>
            <Trans>Stop</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
