import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

export interface FormDialogProps {
  title: string
  /** What the form is about, such as the section a subject belongs to. */
  place?: string
  onClose: () => void
  /** A form made for a dialog: it brings its buttons. */
  children: ReactNode
}

/** A form over the page. */
export function FormDialog({ title, place, onClose, children }: FormDialogProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>
        {title}
        {place && (
          <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
            {place}
          </Typography>
        )}
      </DialogTitle>
      {children}
    </Dialog>
  )
}
