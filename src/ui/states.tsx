import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Failure, failureOf, genericMessage, isRetryable } from './problems.ts'
import styles from './states.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'

/** Empty state: what will be listed here, and the first step. */
export function EmptyState({ text, hint, action }: { text: string; hint?: string; action?: ReactNode }) {
  return (
    <div className={styles.column}>
      <Heading level={3} as="p">
        {text}
      </Heading>
      {hint && (
        <Text size="small" className={styles.hint}>
          {hint}
        </Text>
      )}
      {action && <div className={styles.spaced}>{action}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  error: unknown
  onRetry?: (() => void) | undefined
  failure?: ((message: string, failure: Failure) => string) | undefined
}

/**
 * Error state: the server's message for a refusal, a generic one otherwise, with a retry button. A refusal gets no
 * retry, because the answer would be the same. `failure` is the screen's message for errors that are not refusals.
 */
export function ErrorState({ error, onRetry, failure: words }: ErrorStateProps) {
  const failure = failureOf(error)
  return (
    <Alert
      kind={isRetryable(failure) ? 'error' : 'info'}
      action={
        onRetry &&
        isRetryable(failure) && (
          <Button variant="quiet" size="small" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {words && isRetryable(failure) ? words(genericMessage(failure), failure) : genericMessage(failure)}
    </Alert>
  )
}
