import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useId, useState } from 'react'
import type { Mark } from '#shared/marks.ts'
import { marks } from '../../attendance.rules.ts'
import { markWords } from '../words.ts'
import type { SheetMark } from './sheet.ts'

/** The longest note the server takes. */
export const longestNote = 200

interface NoteDialogProps {
  name: string
  mark: SheetMark
  onDone: (mark: SheetMark) => void
  onClose: () => void
}

/** A student's mark and the note beside it; kept on the sheet, saved with it. */
export function NoteDialog({ name, mark, onDone, onClose }: NoteDialogProps) {
  const titleId = useId()
  const [value, setValue] = useState(mark.value)
  const [note, setNote] = useState(mark.note)
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onDone({ value, note: note.trim() })
        }}
        style={{ display: 'flex', flexDirection: 'column', flex: 1 }}
      >
        <DialogTitle id={titleId}>{name}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, flex: '0 1 auto' }}>
          <MarkChoice value={value} onChange={setValue} />
          <TextField
            label="Note"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            autoFocus
            fullWidth
            helperText="Such as: fever, mother called"
            slotProps={{ htmlInput: { maxLength: longestNote } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained">
            Done
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** P, A or L in words. */
export function MarkChoice({ value, onChange }: { value: Mark; onChange: (value: Mark) => void }) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      value={value}
      onChange={(_, chosen: Mark | null) => chosen && onChange(chosen)}
      aria-label="Mark"
    >
      {marks.map((mark) => (
        <ToggleButton key={mark} value={mark} sx={{ textTransform: 'none', minHeight: 48 }}>
          {markWords[mark]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
