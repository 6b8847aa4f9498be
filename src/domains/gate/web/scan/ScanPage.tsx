import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useCallback, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { genericMessage } from '#ui/problems.ts'
import { cardMeans, type GateDirection, gateDirections, type ScanMeans } from '../../gate.rules.ts'
import { GateBoardDocument } from '../gate.graphql.ts'
import { recordScansKind } from '../outboxKinds.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { beep } from './beep.ts'
import { GateBoard } from './GateBoard.tsx'
import { scanAnswer, queuedAnswer, refusedAnswer, type ScanAnswer } from './scanAnswer.ts'
import { useCamera } from './useCamera.ts'
import { useStoredChoice } from './useStoredChoice.ts'
import { useKeyboardWedge } from './useKeyboardWedge.ts'
import { createRepeatFilter } from './keyboardWedge.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './ScanPage.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { CameraIcon, StopIcon } from '#ui/kit/icons.ts'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

const directionLabels: Readonly<Record<GateDirection, string>> = { IN: t`In`, OUT: t`Out`, BOTH: t`Both` }

/** The tab Scan: scans with the camera or a keyboard reader. Shows each result in large letters; works offline. */
export function ScanPage() {
  const { school } = useActiveSchool()
  const { qrcode, rfid } = school.flags
  const [direction, setDirection] = useStoredChoice('gateDirection', gateDirections, 'BOTH')
  const [readerKind, setReaderKind] = useStoredChoice('gateReader', cardMeans, rfid ? 'RFID' : 'QR')
  const { answer, loading, scan } = useScans(direction)
  const [camera, setCamera] = useState(false)
  const [isNewCard] = useState(createRepeatFilter)
  const { video, state } = useCamera(camera, (code) => {
    if (isNewCard(code, performance.now())) scan(code, 'QR')
  })
  // A keyboard reader does not report the kind of card, so with both in use the user chooses it.
  const readerMeans: ScanMeans = qrcode && rfid ? readerKind : rfid ? 'RFID' : 'QR'
  useKeyboardWedge(useCallback((code: string) => scan(code, readerMeans), [scan, readerMeans]))

  return (
    <div className={styles.grid}>
      <Stack gap={4}>
        <Row gap={3} align="center" wrap>
          <ToggleGroup value={direction} onChange={(next: GateDirection) => setDirection(next)} aria-label={t`Direction`}>
            {gateDirections.map((option) => (
              <Toggle key={option} value={option} className={styles.toggle}>
                {directionLabels[option]}
              </Toggle>
            ))}
          </ToggleGroup>
          {qrcode && (
            <Button
              variant={camera ? 'normal' : 'primary'}
              icon={camera ? <StopIcon /> : <CameraIcon />}
              onClick={() => setCamera(!camera)}
              className={styles.button}
            >
              {camera ? t`Stop the camera` : t`Start the camera`}
            </Button>
          )}
        </Row>
        <AnswerCard answer={answer} loading={loading} direction={direction} />
        {state.name === 'failed' && <Alert kind="warning">{state.reason}</Alert>}
        {qrcode && (
          <video
            ref={video}
            muted
            playsInline
            aria-label={t`What the camera sees`}
            hidden={!camera || state.name === 'failed'}
            className={styles.video}
          />
        )}
        <Row gap={2} align="center" wrap>
          <Text size="small" className={styles.hint}>
            {[
              qrcode ? t`Hold the card’s code before the camera.` : '',
              t`A card reader on this device works as well: nothing needs to be clicked first.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
          {qrcode && rfid && (
            <ToggleGroup
              value={readerKind}
              onChange={(next: ScanMeans) => setReaderKind(next)}
              aria-label={t`The card reader reads`}
            >
              <Toggle value="RFID">
                <Trans>Reader: RFID</Trans>
              </Toggle>
              <Toggle value="QR">
                <Trans>Reader: QR</Trans>
              </Toggle>
            </ToggleGroup>
          )}
        </Row>
      </Stack>
      <GateBoard />
    </div>
  )
}

/** Sends scans in order and returns the answer to the latest one. */
function useScans(direction: GateDirection) {
  const outbox = useOutbox()
  const client = useDataClient()
  const [answer, setAnswer] = useState<ScanAnswer | null>(null)
  const [pending, setPending] = useState(0)
  const latest = useRef(0)
  const { send } = outbox
  // `send` changes with every outbox entry; the ref keeps `scan` stable.
  const sending = useRef(send)
  sending.current = send

  const scan = useCallback(
    (code: string, means: ScanMeans) => {
      latest.current += 1
      const number = latest.current
      setPending((count) => count + 1)
      const show = (next: ScanAnswer) => {
        beep(next.tone)
        if (number === latest.current) setAnswer(next)
      }
      sending
        .current(recordScansKind, { code, means, direction }, t`Card ${code}`)
        .then((sent) => {
          if (sent.state === 'waiting') show(queuedAnswer(sent.key, code))
          else if (sent.state === 'refused') show(refusedAnswer(sent.key, genericMessage(sent.failure)))
          else {
            for (const outcome of sent.data.recordScans) show(scanAnswer(outcome))
            // Updates the board at once instead of with its next poll.
            client.renew(GateBoardDocument).catch(() => undefined)
          }
        })
        .catch(() => show(refusedAnswer(String(number), t`This scan could not be saved on this device. Scan the card again.`)))
        .finally(() => setPending((count) => count - 1))
    },
    [direction, client],
  )
  return { answer, loading: pending > 0, scan }
}
