import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { Mark } from '../../../../shared/marks.ts'
import type { MarkedStudent } from './groups.ts'
import { markNames } from './StudentGroups.tsx'

const looks = { P: 'success', L: 'warning', A: 'error' } as const

/** Corrects one student's mark by hand; from then on being there changes it no more. */
export function MarkDialog({
  student,
  onMark,
  onClose,
}: {
  student: MarkedStudent
  onMark: (value: Mark) => void
  onClose: () => void
}) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>{[student.roll, student.name].filter(Boolean).join(' ')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        {(['P', 'L', 'A'] as const).map((value) => (
          <Button
            key={value}
            size="large"
            variant={value === student.mark ? 'contained' : 'outlined'}
            color={looks[value]}
            aria-pressed={value === student.mark}
            autoFocus={value === student.mark}
            onClick={() => onMark(value)}
          >
            {markNames[value]}
          </Button>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  )
}
