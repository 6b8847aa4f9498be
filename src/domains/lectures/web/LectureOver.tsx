import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** Tells the user that the lecture has ended (specification, section 2). */
export function LectureOver({ onContinue }: { onContinue: () => void }) {
  const textId = useId()
  return (
    <Dialog title={t`Lecture No Longer Live`} role="alertdialog" aria-describedby={textId}>
      <DialogBody id={textId}>
        <Trans>This lecture has ended and you can no longer continue it. Press Continue to go back.</Trans>
      </DialogBody>
      <DialogActions>
        <Button variant="primary" onClick={onContinue} autoFocus>
          <Trans>Continue</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
