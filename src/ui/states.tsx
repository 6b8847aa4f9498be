import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { failureOf, genericText, mayPass } from './problems.ts'

/** Nothing is here yet: what this is for, and the first step. */
export function EmptyState({ text, hint, action }: { text: string; hint?: string; action?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', textAlign: 'center', gap: 1, px: 2, py: 6 }}>
      <Typography variant="h3" component="p">
        {text}
      </Typography>
      {hint && (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 480 }}>
          {hint}
        </Typography>
      )}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  )
}

export interface ErrorStateProps {
  error: unknown
  onRetry?: (() => void) | undefined
  failure?: ((message: string) => string) | undefined
}

/**
 * What could not be shown, and why: the server's own words where it refused, a generic sentence otherwise, with a way to try again.
 * Refusals are not offered again: asking twice gives the same answer. `failure` has the screen's words for what is no refusal.
 */
export function ErrorState({ error, onRetry, failure: words }: ErrorStateProps) {
  const failure = failureOf(error)
  return (
    <Alert
      severity={mayPass(failure) ? 'error' : 'info'}
      action={
        onRetry &&
        mayPass(failure) && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {words && mayPass(failure) ? words(genericText(failure)) : genericText(failure)}
    </Alert>
  )
}
