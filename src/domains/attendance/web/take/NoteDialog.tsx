import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type Mark, marks } from '#shared/marks.ts'
import { markLabels } from '../labels.ts'
import type { SheetMark } from './sheet.ts'
import styles from './NoteDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

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
  const [value, setValue] = useState(mark.value)
  const [note, setNote] = useState(mark.note)
  return (
    <Dialog title={name} onClose={onClose} size="small">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onDone({ value, note: note.trim() })
        }}
      >
        <DialogBody className={styles.content}>
          <MarkChoice value={value} onChange={setValue} />
          <TextField
            label={t`Note`}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            autoFocus
            hint={t`Such as: fever, mother called`}
            maxLength={maxNoteLength}
          />
        </DialogBody>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary">
            <Trans>Done</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Buttons to choose Present, Absent or Late. */
export function MarkChoice({ value, onChange }: { value: Mark; onChange: (value: Mark) => void }) {
  return (
    <ToggleGroup full value={value} onChange={(chosen: Mark) => onChange(chosen)} aria-label={t`Mark`}>
      {marks.map((mark) => (
        <Toggle key={mark} value={mark} className={styles.toggle}>
          {markLabels[mark]}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
