import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from '../navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { showError, showSuccess } from '../snackbars.ts'
import type { Entry } from './entries.ts'
import { countText } from './kinds.ts'
import { useOutbox } from './useOutbox.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './OutboxList.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Divider } from '#ui/kit/Divider.tsx'

/** Lists the entries that wait and those that the server refused, with their actions. */
export function OutboxList({ onClose }: { onClose: () => void }) {
  const { waiting, refused, now } = useOutbox()
  return (
    <Dialog title={t`On this device`} onClose={onClose}>
      <DialogBody>
        {refused.length > 0 && (
          <section className={styles.section}>
            <Heading level={3}>{refused.length === 1 ? t`1 needs a look` : t`${refused.length} need a look`}</Heading>
            <List>
              {refused.map((entry, index) => (
                <li key={entry.key} className={styles.item}>
                  {index > 0 && <Divider />}
                  <RefusedEntry entry={entry} onLook={onClose} />
                </li>
              ))}
            </List>
          </section>
        )}
        {waiting.length > 0 && (
          <section>
            <Heading level={3}>{t`${countText(waiting)} waiting`}</Heading>
            <Text tone="quiet" size="small">
              <Trans>They are kept on this device, and sent by themselves when there is a connection.</Trans>
            </Text>
            <List>
              {waiting.map((entry) => (
                <ListRow key={entry.key}>
                  <ListText title={entry.label} detail={showMoment(entry.deviceAt)} />
                </ListRow>
              ))}
            </List>
          </section>
        )}
      </DialogBody>
      <DialogActions>
        {waiting.length > 0 && (
          <Button variant="quiet" onClick={now}>
            <Trans>Try now</Trans>
          </Button>
        )}
        <Button variant="quiet" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function RefusedEntry({ entry, onLook }: { entry: Entry; onLook: () => void }) {
  const { loadKind, again, discard } = useOutbox()
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  const [link, setLink] = useState<string>()
  useEffect(() => {
    loadKind(entry.kind)
      .then((kind) => setLink(kind?.link?.(entry.input)))
      .catch(() => undefined)
  }, [loadKind, entry])

  async function sendAgain() {
    setSending(true)
    try {
      const sent = await again(entry.key)
      if (sent?.state === 'sent') showSuccess(t`Saved.`)
      else if (sent?.state === 'refused') showError(sent.failure.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={styles.box}>
      <Text className={styles.strong}>{entry.label}</Text>
      <Text tone="quiet" size="small">
        {showMoment(entry.deviceAt)}
      </Text>
      <Alert kind="error" className={styles.alert}>
        {entry.refusal?.message}
      </Alert>
      <Row gap={2} wrap>
        {link !== undefined && (
          <Button size="small" as={Link} to={link} onClick={onLook}>
            <Trans>Look at it</Trans>
          </Button>
        )}
        <Button size="small" loading={sending} onClick={() => void sendAgain()}>
          <Trans>Send again</Trans>
        </Button>
        <Button variant="quiet" size="small" danger onClick={() => setAsking(true)}>
          <Trans>Discard</Trans>
        </Button>
      </Row>
      <ConfirmDialog
        open={asking}
        title={t`Discard this entry?`}
        confirmLabel={t`Discard`}
        onConfirm={() => discard(entry.key)}
        onClose={() => setAsking(false)}
      >
        {t`${entry.label}, entered ${showMoment(entry.deviceAt)}, will be deleted from this device. Data on the server does not change.`}
      </ConfirmDialog>
    </div>
  )
}
