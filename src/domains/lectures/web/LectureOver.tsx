import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { Button } from '#ui/kit/Button.tsx'

/** Tells the user that the lecture has ended (specification, section 2). */
export function LectureOver({ onContinue }: { onContinue: () => void }) {
  const [titleId, textId] = [useId(), useId()]
  return (
    <Dialog open role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} maxWidth="sm">
      <DialogTitle id={titleId}>Lecture No Longer Live</DialogTitle>
      <DialogContent id={textId}>This lecture has ended and you can no longer continue it. Press ok to go back.</DialogContent>
      <DialogActions>
        <Button variant="primary" onClick={onContinue} autoFocus>
          Continue
        </Button>
      </DialogActions>
    </Dialog>
  )
}
