import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { Button } from '#ui/kit/Button.tsx'

/** Shows an error until the user closes it (specification, section 8). Open while there is a message. */
export function ErrorDialog({ message, onClose }: { message: string | null; onClose: () => void }) {
  const [titleId, textId] = [useId(), useId()]
  if (message === null) return null
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} maxWidth="sm">
      <DialogTitle id={titleId}>There Was An Error.</DialogTitle>
      <DialogContent id={textId}>{message}</DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
