import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useState } from 'react'
import { schoolTime } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { ChatAttachmentDocument } from './chat.graphql.ts'
import type { Message } from './messages.ts'
import styles from './MessageBubble.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { DeleteIcon, PdfIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { Dialog, DialogActions } from '#ui/kit/Dialog.tsx'
import { classes } from '#ui/kit/classes.ts'
import { later } from '#ui/kit/later.tsx'

const RemoveMessage = later(async () => ({ default: (await import('./RemoveMessage.tsx')).RemoveMessage }))

interface MessageBubbleProps {
  message: Message
  /** The read status; null when none is shown. */
  read: string | null
  onChanged: (message: Message) => void
}

/** Shows one message, the viewer's own on the right. */
export function MessageBubble({ message, read, onChanged }: MessageBubbleProps) {
  const [removing, setRemoving] = useState(false)
  const { mine, authorName, author, ofGuardian, text, attachment, at, removedAt } = message
  return (
    <article
      aria-label={`${authorName}, ${schoolTime(new Date(at)).slice(0, 5)}`}
      className={classes(styles.message, mine && styles.mine)}
    >
      <div className={styles.bubble}>
        {!mine && (
          <Text size="small" className={styles.strong}>
            {author === 'FAMILY' && !ofGuardian ? t`${authorName} (family)` : authorName}
          </Text>
        )}
        {removedAt !== null ? (
          <Text className={styles.hint}>
            {message.removedReason
              ? t`Removed by ${message.removedByName ?? ''}: ${message.removedReason}`
              : t`Removed by ${message.removedByName ?? ''}`}
          </Text>
        ) : (
          <>
            {attachment && <Attachment messageId={message.id} attachment={attachment} />}
            {text !== '' && <Text className={styles.text}>{text}</Text>}
          </>
        )}
        <Text size="small" className={styles.amount}>
          {[schoolTime(new Date(at)).slice(0, 5), ...(read ? [read] : [])].join(' · ')}
        </Text>
      </div>
      {message.viewerCan.remove.allowed && (
        <Tooltip text={t`Remove message`}>
          <IconButton size="small" aria-label={t`Remove the message of ${authorName}`} onClick={() => setRemoving(true)}>
            <DeleteIcon size={20} />
          </IconButton>
        </Tooltip>
      )}
      {removing && <RemoveMessage message={message} onClose={() => setRemoving(false)} onRemoved={onChanged} />}
    </article>
  )
}

function Attachment({ messageId, attachment }: { messageId: string; attachment: NonNullable<Message['attachment']> }) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const [large, setLarge] = useState<string | null>(null)
  const [loading, setLoading] = useState(false)
  const { name, contentType, size, url } = attachment
  const picture = contentType.startsWith('image/')

  /** Opens the attachment with a new address, because the one in the list may have expired. */
  async function open() {
    setLoading(true)
    try {
      const variables = { schoolId, input: { messageId } }
      const data = await client.fetch(ChatAttachmentDocument, variables)
      if (!data) return
      // A PDF is downloaded, never displayed from our own origin, and the page stays open.
      if (picture) setLarge(data.chatAttachment)
      else window.location.assign(data.chatAttachment)
    } catch (problem) {
      showError(genericMessage(failureOf(problem)))
    } finally {
      setLoading(false)
    }
  }

  if (!picture)
    return (
      <Button icon={<PdfIcon />} onClick={() => void open()} loading={loading} className={styles.button}>
        {`${name} · ${kilobytes(size)}`}
      </Button>
    )
  return (
    <>
      <Pressable onClick={() => void open()} aria-label={t`Open ${name}`} className={styles.attachmentButton}>
        <img src={url} alt={name} className={styles.picture} />
      </Pressable>
      {large !== null && (
        <Dialog title={name} onClose={() => setLarge(null)} size="large">
          <div className={styles.scroll}>
            <img src={large} alt={name} className={styles.attachmentPicture} />
          </div>
          <DialogActions>
            <Button variant="quiet" onClick={() => setLarge(null)}>
              <Trans>Close</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

function kilobytes(size: number): string {
  return size >= 1_000_000 ? `${(size / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(size / 1000))} KB`
}
