import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import styles from './ErrorBoundary.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'

interface State {
  failed: 'screen' | 'code' | null
}

/**
 * Returns whether a screen's code is missing on the server, because a new version was installed while the old page was
 * open.
 */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|error loading dynamically|preload CSS/i.test(error.message)
  )
}

/**
 * Catches a screen's error so that the rest of the page works. Its `key` must change when it should start again, such
 * as the path.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: isMissingChunk(error) ? 'code' : 'screen' }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    const { failed } = this.state
    if (failed === null) return this.props.children
    return (
      <div className={styles.box}>
        <Alert
          kind={failed === 'code' ? 'info' : 'error'}
          action={
            <Button variant="quiet" onClick={() => window.location.reload()}>
              <Trans>Reload</Trans>
            </Button>
          }
        >
          {failed === 'code'
            ? t`This part of the page could not be loaded. A new version may have been installed, or the connection was lost. Reload to go on.`
            : t`Something on this page went wrong. What you saved before is safe. Reload to go on.`}
        </Alert>
      </div>
    )
  }
}
