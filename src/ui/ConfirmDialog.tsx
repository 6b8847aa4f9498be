import { t } from '@lingui/core/macro'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type Failure, failureOf, genericMessage } from './problems.ts'
import { showError } from './snackbars.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  /** What the action does, to how many rows, and what it leaves unchanged. */
  children: ReactNode
  /** Label of the button that does nothing; it has the focus. */
  cancelLabel?: string
  confirmLabel: string
  /** False disables the confirming button: the action cannot succeed, or nobody knows yet whether it can. */
  canConfirm?: boolean
  /** False for an action that destroys nothing. */
  destructive?: boolean
  /** True focuses the confirming button, so that Enter confirms. For actions done all day. */
  focusConfirm?: boolean
  /** Runs the action. Meanwhile the dialog stays open with both buttons disabled; on success it calls `onClose`. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** Error message of the screen; by default the generic one. */
  failureMessage?: (message: string, failure: Failure) => string
}

/** Asks for confirmation before an action that is hard to undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    cancelLabel = t`Go Back`,
    confirmLabel,
    destructive = true,
    onConfirm,
    onClose,
    failureMessage: failure,
  } = props
  const { focusConfirm = false, canConfirm = true } = props
  const [running, setRunning] = useState(false)
  const textId = useId()
  const initialFocus = useRef<HTMLButtonElement>(null)

  async function confirm() {
    setRunning(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      const failed = failureOf(error)
      showError(failure ? failure(failed.message, failed) : genericMessage(failed))
    } finally {
      setRunning(false)
    }
  }

  if (!open) return null
  return (
    <Dialog
      title={title}
      onClose={(event) => {
        // Ignores the second click of a double click, here and on the confirming button: it was meant for what lies
        // below.
        if (!running && !(event instanceof MouseEvent && event.detail > 1)) onClose()
      }}
      // A held Enter key must not confirm the dialog that it has just opened.
      onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
      aria-describedby={textId}
      initialFocus={initialFocus}
    >
      <DialogBody id={textId}>{children}</DialogBody>
      <DialogActions>
        <Button variant="quiet" ref={focusConfirm ? null : initialFocus} onClick={onClose} disabled={running}>
          {cancelLabel}
        </Button>
        <Button
          variant="primary"
          danger={destructive}
          ref={focusConfirm ? initialFocus : null}
          onClick={(event) => event.detail < 2 && void confirm()}
          loading={running}
          disabled={!canConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
