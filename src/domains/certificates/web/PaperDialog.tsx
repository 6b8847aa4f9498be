import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { SheetView, type SheetViewProps } from './SheetView.tsx'

export interface PaperDialogProps extends SheetViewProps {
  title: string
  /** Above the paper: what is to be known before going on. */
  notice?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
  closeLabel?: string
  onClose: () => void
}

/** The paper as it is printed, to look at. */
export function PaperDialog({ title, notice, actions, closeLabel = 'Close', onClose, ...sheet }: PaperDialogProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* The paper stands out from the dialog in the dark theme too. */}
      <DialogContent tabIndex={0} sx={{ bgcolor: 'background.default', px: { xs: 1, sm: 3 } }}>
        {notice}
        <SheetView {...sheet} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus={!actions}>
          {closeLabel}
        </Button>
        {actions}
      </DialogActions>
    </Dialog>
  )
}
