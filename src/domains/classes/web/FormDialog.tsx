import { type ReactNode } from 'react'
import styles from './FormDialog.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

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
  return (
    <Dialog
      title={
        <>
          {title}
          {place && (
            <Text as="span" size="small" className={styles.hint}>
              {place}
            </Text>
          )}
        </>
      }
      onClose={onClose}
    >
      {children}
    </Dialog>
  )
}
