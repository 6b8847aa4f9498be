import { Trans } from '@lingui/react/macro'
import { SendLink } from './SendLink.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** The dialog for sending a pay link from the list. */
export function SendLinkDialog({ linkId, phone, onClose }: { linkId: string; phone: string; onClose: () => void }) {
  return (
    <Dialog
      title={
        <>
          <Trans>Send the pay link of {phone}</Trans>
        </>
      }
      onClose={onClose}
    >
      <DialogBody>
        <SendLink linkId={linkId} />
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
