import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Drawer from '@mui/material/Drawer'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import type { Mark } from '#shared/marks.ts'
import { markLabels } from '#domains/attendance/web/marks.exports.tsx'
import type { MarkedStudent } from './groups.ts'
import styles from './MarkDialog.module.css'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading } from '#ui/kit/Text.tsx'

interface MarkDialogProps {
  student: MarkedStudent
  onMark: (value: Mark) => void
  onClose: () => void
}

/** Sets a student's mark by hand; presence does not change it afterwards. On a phone it opens from below. */
export function MarkDialog({ student, onMark, onClose }: MarkDialogProps) {
  const titleId = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const title = [student.roll, student.name].filter(Boolean).join(' ')
  const choices = (
    <Stack gap={3}>
      {(['P', 'L', 'A'] as const).map((value) => (
        <Button
          key={value}
          size="large"
          className={styles[value]}
          variant={value === student.mark ? 'primary' : 'normal'}
          aria-pressed={value === student.mark}
          autoFocus={value === student.mark}
          onClick={() => onMark(value)}
        >
          {markLabels[value]}
        </Button>
      ))}
    </Stack>
  )
  if (phone)
    return (
      <Drawer
        anchor="bottom"
        open
        onClose={onClose}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            sx: { borderTopLeftRadius: 16, borderTopRightRadius: 16, p: 2, gap: 2 },
          },
        }}
      >
        <Heading id={titleId} level={2}>
          {title}
        </Heading>
        {choices}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Drawer>
    )
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>{choices}</DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}
