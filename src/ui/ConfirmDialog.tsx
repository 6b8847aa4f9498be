import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
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
  /** False while it is not known that the action can succeed, or where it cannot: the confirming button is shut. */
  possible?: boolean
  /** False for a question that destroys nothing. */
  destructive?: boolean
  /** True puts the focus on the confirming button, for work that is done all day: one more Enter. */
  confirmByEnter?: boolean
  /** Runs the action; the dialog stays open, both buttons shut, until it settles, and closes by `onClose` when it succeeded. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The words for a failure; the generic sentence otherwise. */
  failure?: (message: string, failure: Failure) => string
}

/** Asks before something that is hard to take back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, safeLabel = 'Go Back', confirmLabel, destructive = true, onConfirm, onClose, failure } = props
  const { confirmByEnter = false, possible = true } = props
  const [running, setRunning] = useState(false)
  const [titleId, textId] = [useId(), useId()]
  const first = useRef<HTMLButtonElement>(null)

  // A dialog below takes the focus back until this one is known to lie on top of it.
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => first.current?.focus())
    return () => clearTimeout(timer)
  }, [open])

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
    <Dialog
      open={open}
      onClose={(event: MouseEvent) => {
        // The second click of a double click was meant for what lies below, here and at the confirming button.
        if (!running && !(event.detail > 1)) onClose()
      }}
      // A key held down does not answer the question it has just opened.
      onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="sm"
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent id={textId}>{children}</DialogContent>
      <DialogActions>
        <Button ref={confirmByEnter ? null : first} onClick={onClose} disabled={running}>
          {safeLabel}
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          ref={confirmByEnter ? first : null}
          onClick={(event) => event.detail < 2 && void confirm()}
          loading={running}
          disabled={!possible}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
