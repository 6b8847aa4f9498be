import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useState } from 'react'
import { failureOf, genericText } from './problems.ts'

/** True once `waiting` has lasted 200 ms: sooner, a skeleton would only flash. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), 200)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return waiting && slow
}

/** Grey lines in the shape of what is coming, after 200 ms. */
export function LoadingState({ lines = 6 }: { lines?: number }) {
  const slow = useSlow(true)
  return (
    <Box role="status" aria-label="Loading" sx={{ minHeight: lines * 44 }}>
      {slow && Array.from({ length: lines }, (_, line) => <Skeleton key={line} height={44} />)}
    </Box>
  )
}

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

/**
 * What could not be shown, and why: the server's own words where it refused, a generic sentence otherwise, with a way to try again.
 * Refusals are not offered again: asking twice gives the same answer.
 */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const failure = failureOf(error)
  return (
    <Alert
      severity={failure.expected ? 'info' : 'error'}
      action={
        onRetry &&
        !failure.expected && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {genericText(failure)}
    </Alert>
  )
}
