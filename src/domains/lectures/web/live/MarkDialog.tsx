import { Trans } from '@lingui/react/macro'
import type { Mark } from '#shared/marks.ts'
import { markLabels } from '#domains/attendance/web/marks.exports.tsx'
import type { MarkedStudent } from './groups.ts'
import styles from './MarkDialog.module.css'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'

interface MarkDialogProps {
  student: MarkedStudent
  onMark: (value: Mark) => void
  onClose: () => void
}

/** Sets a student's mark by hand; presence does not change it afterwards. On a phone it opens from below. */
export function MarkDialog({ student, onMark, onClose }: MarkDialogProps) {
  const phone = usePhone()
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
  return (
    <Dialog title={title} onClose={onClose} size="small" side={phone ? 'bottom' : undefined}>
      <DialogBody>{choices}</DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
