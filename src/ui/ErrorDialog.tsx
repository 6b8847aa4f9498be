import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** Shows an error until the user closes it (specification, section 8). Open while there is a message. */
export function ErrorDialog({ message, onClose }: { message: string | null; onClose: () => void }) {
  const textId = useId()
  if (message === null) return null
  return (
    <Dialog title={t`There Was An Error.`} onClose={onClose} role="alertdialog" aria-describedby={textId}>
      <DialogBody id={textId}>{message}</DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
