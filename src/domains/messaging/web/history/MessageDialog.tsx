import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { actionLabel } from '#ui/DataTable/columns.ts'
import { MessageChip } from '../MessageChip.tsx'
import { MessageText } from '../MessageText.tsx'
import { channelLabels, formatChannels, kindLabels, formatNames, stateLabels, stateMeanings } from '../messageLabels.ts'
import { type MessageRowFragment } from './history.graphql.ts'
import { useMessageActions } from './useMessageActions.ts'
import styles from './MessageDialog.module.css'
import { Alert, type AlertKind } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import timeline from '#ui/timeline.module.css'

type Message = MessageRowFragment

const severities: Readonly<Record<Message['state'], AlertKind>> = {
  QUEUED: 'info',
  SENDING: 'info',
  SENT: 'info',
  DELIVERED: 'success',
  READ: 'success',
  FAILED: 'error',
  UNKNOWN: 'warning',
  CANCELLED: 'info',
}

/** Shows a message with its text, its state and its history. */
export function MessageDialog({ message: opened, onClose }: { message: Message; onClose: () => void }) {
  // The message after an action, also when it has left the list it was opened from.
  const [message, setMessage] = useState(opened)
  const actions = useMessageActions(setMessage)
  const { kind, templateName, state, failure, studentNames, phone, email, channels, dueAt, sentAt, attempts, text } = message
  const facts: readonly (readonly [string, string])[] = [
    [t`Phone`, phone],
    [t`E-mail`, email],
    [t`Channels`, formatChannels(channels)],
    [t`Due`, showMoment(dueAt)],
    [t({ message: 'Sent', context: 'time of a message' }), showMoment(sentAt)],
    [t`Attempts`, attempts > 0 ? String(attempts) : ''],
  ]
  return (
    <Dialog
      title={
        <>
          {templateName || kindLabels[kind]} · {formatNames(studentNames)}
          <MessageChip state={state} />
        </>
      }
      onClose={onClose}
    >
      <DialogBody className={styles.content}>
        <div role="status" className={styles.box}>
          <Alert kind={severities[state]}>{[stateMeanings[state], failure].filter(Boolean).join(' ')}</Alert>
        </div>
        <MessageText label={t`Text of the message`}>{text}</MessageText>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name} className={styles.contents}>
                <dt className={styles.term}>{name}</dt>
                <dd className={styles.value}>{value}</dd>
              </div>
            ))}
        </dl>
        <Events events={message.events} />
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
        {actions
          .filter((action) => !action.hidden?.(message) && (action.refusalReason?.(message) ?? null) === null)
          .map((action) => (
            <Button
              key={actionLabel(action, message)}
              variant="primary"
              icon={<action.icon />}
              onClick={() => action.onClick(message)}
            >
              {actionLabel(action, message)}
            </Button>
          ))}
      </DialogActions>
    </Dialog>
  )
}

/** Lists the steps of a message's history, oldest first. */
function Events({ events }: { events: Message['events'] }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Heading level={3} id={titleId} className={styles.spaced}>
        <Trans>What happened</Trans>
      </Heading>
      <ol aria-labelledby={titleId} className={styles.list}>
        {events.map((event, place) => (
          <li key={place} className={timeline.event}>
            <div className={styles.hint}>
              {[showMoment(event.at), event.channel && channelLabels[event.channel]].filter(Boolean).join(' · ')}
            </div>
            <div className={styles.eventsBox}>{[stateLabels[event.state], event.detail].filter(Boolean).join(': ')}</div>
          </li>
        ))}
      </ol>
    </section>
  )
}
