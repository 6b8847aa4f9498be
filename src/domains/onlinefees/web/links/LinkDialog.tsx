import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { showInfo } from '#ui/snackbars.ts'
import { copyText } from './copyText.ts'
import { validUntil } from './madeLinks.ts'
import { SendLink } from './SendLink.tsx'
import styles from './LinkDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { CopyIcon } from '#ui/kit/icons.ts'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { Divider } from '#ui/kit/Divider.tsx'

export interface ShownLink {
  id: string
  phone: string
  shortUrl: string
  expiresAt: string
  children: readonly { name: string; sectionName: string }[]
}

/** Shows a pay link, to be copied or sent to its guardian. */
export function LinkDialog({ link, note, onClose }: { link: ShownLink; note?: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)

  async function copy() {
    if (await copyText(link.shortUrl, t`Link copied`)) return
    field.current?.select()
    showInfo(t`This browser does not let the page copy. The link is selected: copy it with Ctrl-C.`)
  }

  return (
    <Dialog
      title={
        <>
          <Trans>Pay link for {link.phone}</Trans>
        </>
      }
      onClose={onClose}
    >
      <DialogBody className={styles.content}>
        <Text>
          <Trans>
            The link shows the fees of every child with this phone. It works until {validUntil(link.expiresAt)}. {note}
          </Trans>
        </Text>
        <TextField label={t`Link`} value={link.shortUrl} ref={field} onFocus={(event) => event.target.select()} readOnly />
        <Text tone="quiet" size="small">
          <Trans>Anyone with the link can see what these children have to pay. Give it to this guardian only.</Trans>
        </Text>
        <Divider />
        <SendLink linkId={link.id} />
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="primary" icon={<CopyIcon />} autoFocus onClick={() => void copy()}>
          <Trans>Copy link</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
