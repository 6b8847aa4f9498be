import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { SheetView, type SheetViewProps } from './SheetView.tsx'
import styles from './PaperDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'

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
export function PaperDialog({ title, notice, actions, closeLabel = 'Close', onClose, ...sheet }: PaperDialogProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* The background sets the white paper off from the dialog, also in the dark theme. */}
      <DialogContent tabIndex={0} className={styles.content}>
        {notice}
        <SheetView {...sheet} />
      </DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus={!actions}>
          {closeLabel}
        </Button>
        {actions}
      </DialogActions>
    </Dialog>
  )
}
