import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import styles from './OneTimeCodeDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

interface IssuedCode {
  code: string
  login: string
}

/**
 * Asks for confirmation, then creates a one-time code and shows it once. The page stores it nowhere.
 * @param make returns null when it was refused and the reason was shown already
 */
export function OneTimeCodeDialog({
  name,
  make,
  onClose,
}: {
  name: string
  make: () => Promise<IssuedCode | null>
  onClose: () => void
}) {
  const [issuedCode, setMade] = useState<IssuedCode | null>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`One-time code`} onClose={issuedCode ? undefined : onClose} size="small">
      <DialogBody className={styles.content}>
        {issuedCode ? (
          <>
            <Text tone="quiet">
              <Trans>
                Give this code to {name}. It takes the place of the password once, for 24 hours. It is not shown again.
              </Trans>
            </Text>
            <Text as="p" aria-label={t`The code`} className={styles.figure}>
              {issuedCode.code}
            </Text>
            <Text className={styles.breakable}>
              <Trans>
                Sign in at {location.origin} with {issuedCode.login} and this code, then choose a password.
              </Trans>
            </Text>
          </>
        ) : (
          <>
            <Text tone="quiet">
              <Trans>{name} can sign in once with the code and then chooses a password. An earlier code stops working.</Trans>
            </Text>
            <Alert kind="warning">
              <Trans>The present password stops working too, and {name} is signed out everywhere.</Trans>
            </Alert>
          </>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {issuedCode ? t`Close` : t`Cancel`}
        </Button>
        {!issuedCode && (
          <Button
            variant="primary"
            loading={busy}
            onClick={() => {
              setBusy(true)
              void make()
                .then(setMade)
                .finally(() => setBusy(false))
            }}
          >
            <Trans>Make code</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
