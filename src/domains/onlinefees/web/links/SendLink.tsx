import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useId, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { failureOf } from '#ui/problems.ts'
import { onceFailedMessage, useRequestKeys } from '#ui/requestKey.ts'
import { ErrorState } from '#ui/states.tsx'
import { channelLabels, MessageChip, MessageText } from '#domains/messaging/web/messageDisplay.exports.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { PayLinkMessageDocument, type PayLinkMessageFactsFragment, SendPayLinkDocument } from './links.graphql.ts'
import { childNames } from './madeLinks.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './SendLink.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { SendIcon } from '#ui/kit/icons.ts'
import { Radio, RadioGroup } from '#ui/kit/Checkbox.tsx'
import { GroupLabel } from '#ui/kit/Field.tsx'

type Message = PayLinkMessageFactsFragment
type Way = Message['ways'][number]

/** Milliseconds between two polls while a message is being sent. */
const pollMs = 2000

/** Previews a pay link's message with its recipient, text and cost, sends it, and lists the messages already sent. */
export function SendLink({ linkId }: { linkId: string }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(PayLinkMessageDocument, {
    variables: { schoolId, input: { id: linkId } },
    pollInterval: (shown) => (isUnderWay(shown?.payLinkMessage) ? pollMs : false),
  })
  const message = data?.payLinkMessage
  if (!message) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={3} />
  return (
    <Stack gap={4}>
      {message.problem === null ? <SendForm message={message} /> : <Alert kind="info">{message.problem}</Alert>}
      {message.sent.length > 0 && <SentList sent={message.sent} />}
    </Stack>
  )
}

function isUnderWay(message: Message | undefined): boolean {
  return message?.sent.some(({ state }) => state === 'QUEUED' || state === 'SENDING') ?? false
}

function SendForm({ message }: { message: Message }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const withKey = useRequestKeys()
  const labelId = useId()
  const open = message.ways.find((way) => way.problem === null)
  const [chosen, setChosen] = useState<Way['channel'] | null>(null)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const way = message.ways.find(({ channel, problem }) => channel === chosen && problem === null) ?? open

  async function send({ channel }: Way) {
    setSending(true)
    setRefusal(null)
    try {
      await withKey(channel, (key) => sendCommand(SendPayLinkDocument, { schoolId, input: { key, id: message.id, channel } }))
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code !== 'SIGNED_OUT')
        setRefusal(failure.expected ? failure.message : onceFailedMessage(failure.message, failure))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <div>
        <GroupLabel id={labelId}>
          <Trans>Send it now to {message.phone}</Trans>
        </GroupLabel>
        <Text tone="quiet" size="small">
          <Trans>
            The guardian of {childNames(message.children)}, {showMoney(message.amount)} to pay
          </Trans>
        </Text>
        <RadioGroup
          name="channel"
          aria-labelledby={labelId}
          value={way?.channel ?? ''}
          onChange={(value) => setChosen(message.ways.find(({ channel }) => channel === value)?.channel ?? null)}
        >
          {message.ways.map(({ channel, problem, cost }) => (
            <Radio
              key={channel}
              value={channel}
              disabled={problem !== null}
              label={`${channelLabels[channel]}: ${problem ?? (cost === 0 ? t`no price is registered` : showMoney(cost))}`}
            />
          ))}
        </RadioGroup>
      </div>
      {way && <MessageText label={t`Message`}>{way.text}</MessageText>}
      {message.quietNow !== null && (
        <Alert kind="warning">
          <Trans>
            The school’s quiet hours are now ({message.quietNow}). A pay link is sent all the same: send it only if the family is
            waiting for it.
          </Trans>
        </Alert>
      )}
      {refusal !== null && <Alert kind="error">{refusal}</Alert>}
      {way && (
        <Button icon={<SendIcon />} loading={sending} onClick={() => void send(way)} className={styles.button}>
          <Trans>Send by {channelLabels[way.channel]}</Trans>
        </Button>
      )}
    </>
  )
}

function SentList({ sent }: { sent: Message['sent'] }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Heading level={3} id={titleId} className={styles.spaced}>
        <Trans>Sent in the last 24 hours</Trans>
      </Heading>
      <ul aria-labelledby={titleId} aria-live="polite" className={styles.list}>
        {sent.map(({ id, at, channel, state, failure, byName }) => (
          <li key={id} className={styles.item}>
            <span>
              {showMoment(at)}, {channel === 'SMS' ? channelLabels.SMS : channelLabels.WHATSAPP}
            </span>
            <MessageChip state={state} />
            <span className={styles.hint}>{failure === null ? t`by ${byName}` : t`by ${byName}. ${failure}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
