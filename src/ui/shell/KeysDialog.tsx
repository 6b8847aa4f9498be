import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment, useState } from 'react'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { usableKeys } from './usableKeys.ts'
import styles from './KeysDialog.module.css'

/** The keys that do something on the screen that is open, read from its controls. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  // Read before the dialog covers the page.
  const [keys] = useState(() => usableKeys(document))
  return (
    <Dialog title={t`Keys on this screen`} onClose={onClose} size="small">
      <DialogBody>
        <dl className={styles.keys}>
          {keys.map(({ name, keys: combinations }) => (
            <Fragment key={name}>
              <dt>
                {combinations.map((combination) => (
                  <kbd key={combination} className={styles.key}>
                    {combination.replace('Control+', 'Ctrl ')}
                  </kbd>
                ))}
              </dt>
              <dd>{name}</dd>
            </Fragment>
          ))}
        </dl>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
