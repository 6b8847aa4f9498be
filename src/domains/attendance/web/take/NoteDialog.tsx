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
import { markLabels } from '../labels.ts'
import type { SheetMark } from './sheet.ts'
import styles from './NoteDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'

/** Maximum length of a note on the server. */
export const maxNoteLength = 200

interface NoteDialogProps {
  name: string
  mark: SheetMark
  onDone: (mark: SheetMark) => void
  onClose: () => void
}

/** Edits a student's mark and note on the sheet; the register's Save stores them. */
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
        <DialogContent className={styles.content}>
          <MarkChoice value={value} onChange={setValue} />
          <TextField
            label="Note"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            autoFocus
            fullWidth
            helperText="Such as: fever, mother called"
            slotProps={{ htmlInput: { maxLength: maxNoteLength } }}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            Done
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Buttons to choose Present, Absent or Late. */
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
        <ToggleButton key={mark} value={mark} className={styles.toggle}>
          {markLabels[mark]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
