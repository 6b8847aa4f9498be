import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { SendLink } from './SendLink.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** The dialog for sending a pay link from the list. */
export function SendLinkDialog({ linkId, phone, onClose }: { linkId: string; phone: string; onClose: () => void }) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>Send the pay link of {phone}</DialogTitle>
      <DialogContent>
        <SendLink linkId={linkId} />
      </DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
