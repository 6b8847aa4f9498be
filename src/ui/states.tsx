import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { failureOf, genericMessage, isRetryable } from './problems.ts'
import styles from './states.module.css'

/** Empty state: what will be listed here, and the first step. */
export function EmptyState({ text, hint, action }: { text: string; hint?: string; action?: ReactNode }) {
  return (
    <div className={styles.column}>
      <Typography variant="h3" component="p">
        {text}
      </Typography>
      {hint && (
        <Typography variant="body2" className={styles.hint}>
          {hint}
        </Typography>
      )}
      {action && <div className={styles.spaced}>{action}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  error: unknown
  onRetry?: (() => void) | undefined
  failure?: ((message: string) => string) | undefined
}

/**
 * Error state: the server's message for a refusal, a generic one otherwise, with a retry button. A refusal gets no
 * retry, because the answer would be the same. `failure` is the screen's message for errors that are not refusals.
 */
export function ErrorState({ error, onRetry, failure: words }: ErrorStateProps) {
  const failure = failureOf(error)
  return (
    <Alert
      severity={isRetryable(failure) ? 'error' : 'info'}
      action={
        onRetry &&
        isRetryable(failure) && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {words && isRetryable(failure) ? words(genericMessage(failure)) : genericMessage(failure)}
    </Alert>
  )
}
