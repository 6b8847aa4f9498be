import { t } from '@lingui/core/macro'
import { type ReactNode } from 'react'
import { SheetView, type SheetViewProps } from './SheetView.tsx'
import styles from './PaperDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

export interface PaperDialogProps extends SheetViewProps {
  title: string
  /** Shown above the paper. */
  notice?: ReactNode
  /** Buttons beside the close button. */
  actions?: ReactNode
  closeLabel?: string
  onClose: () => void
}

/** A dialog that shows a certificate as it is printed. */
export function PaperDialog({ title, notice, actions, closeLabel = t`Close`, onClose, ...sheet }: PaperDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} size="large">
      {/* The background sets the white paper off from the dialog, also in the dark theme. */}
      <DialogBody tabIndex={0} className={styles.content}>
        {notice}
        <SheetView {...sheet} />
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus={!actions}>
          {closeLabel}
        </Button>
        {actions}
      </DialogActions>
    </Dialog>
  )
}
