import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import { type Failure, failureOf, genericText } from './problems.ts'
import { sayError } from './snackbars.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  /** What will happen, to how many, and what stays. */
  children: ReactNode
  /** The safe way out; it has the focus. */
  safeLabel?: string
  confirmLabel: string
  /** False for a question that destroys nothing. */
  destructive?: boolean
  /** Runs the action; the dialog stays open, both buttons shut, until it settles, and closes by `onClose` when it succeeded. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The words for a failure; the generic sentence otherwise. */
  failure?: (message: string, failure: Failure) => string
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, safeLabel = 'Go Back', confirmLabel, destructive = true, onConfirm, onClose, failure } = props
  const [running, setRunning] = useState(false)
  const [titleId, textId] = [useId(), useId()]

  async function confirm() {
    setRunning(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      const failed = failureOf(error)
      sayError(failure ? failure(failed.message, failed) : genericText(failed))
    } finally {
      setRunning(false)
    }
  }

  return (
    <Dialog open={open} onClose={running ? undefined : onClose} aria-labelledby={titleId} aria-describedby={textId} maxWidth="sm">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent id={textId}>{children}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose} disabled={running}>
          {safeLabel}
        </Button>
        <Button variant="contained" color={destructive ? 'error' : 'primary'} onClick={() => void confirm()} loading={running}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
