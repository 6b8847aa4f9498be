import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import styles from './FormDialog.module.css'
import { Text } from '#ui/kit/Text.tsx'

export interface FormDialogProps {
  title: string
  /** Context of the form, such as the section of a subject. */
  place?: string
  onClose: () => void
  /** A form for a dialog, which has its own buttons. */
  children: ReactNode
}

/** A dialog with a form. */
export function FormDialog({ title, place, onClose, children }: FormDialogProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>
        {title}
        {place && (
          <Text as="span" size="small" className={styles.hint}>
            {place}
          </Text>
        )}
      </DialogTitle>
      {children}
    </Dialog>
  )
}
