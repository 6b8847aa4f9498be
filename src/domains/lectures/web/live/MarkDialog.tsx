import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Drawer from '@mui/material/Drawer'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import type { Mark } from '#shared/marks.ts'
import { markColor, markLabels } from '#domains/attendance/web/marks.exports.tsx'
import type { MarkedStudent } from './groups.ts'
import { Stack } from '#ui/kit/Stack.tsx'

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
          variant={value === student.mark ? 'contained' : 'outlined'}
          color={markColor[value]}
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
        <Typography id={titleId} variant="h2">
          {title}
        </Typography>
        {choices}
        <Button onClick={onClose}>Cancel</Button>
      </Drawer>
    )
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>{choices}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  )
}
