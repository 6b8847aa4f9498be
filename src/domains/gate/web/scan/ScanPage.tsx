import { useApolloClient } from '@apollo/client/react'
import CameraIcon from '@mui/icons-material/PhotoCamera'
import StopIcon from '@mui/icons-material/StopCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useCallback, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { genericText } from '#ui/problems.ts'
import { type GateDirection, gateDirection, type ScanMeans, scanMeans } from '../../gate.schema.ts'
import { GateBoardDocument } from '../gate.graphql.ts'
import { recordScansKind } from '../gateKinds.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { beep } from './beep.ts'
import { GateBoard } from './GateBoard.tsx'
import { answerOf, keptAnswer, refusedAnswer, type ScanAnswer } from './scanAnswer.ts'
import { useCamera } from './useCamera.ts'
import { useKept } from './useKept.ts'
import { useReader } from './useReader.ts'
import { oncePerCard } from './wedge.ts'

const directionWords: Readonly<Record<GateDirection, string>> = { IN: 'In', OUT: 'Out', BOTH: 'Both' }

/** The tab Scan: the camera and card readers that type; each card is answered in large letters, also without a connection. */
export function ScanPage() {
  const { school } = useActiveSchool()
  const { qrcode, rfid } = school.flags
  const [direction, setDirection] = useKept('gateDirection', gateDirection, 'BOTH')
  const [reads, setReads] = useKept('gateReader', scanMeans, rfid ? 'RFID' : 'QR')
  const { answer, asking, scan } = useScans(direction)
  const [camera, setCamera] = useState(false)
  const [once] = useState(oncePerCard)
  const { video, state } = useCamera(camera, (code) => {
    if (once(code, performance.now())) scan(code, 'QR')
  })
  // Where both are in use, a reader does not say which of them it is.
  const readerMeans: ScanMeans = qrcode && rfid ? reads : rfid ? 'RFID' : 'QR'
  useReader(useCallback((code: string) => scan(code, readerMeans), [scan, readerMeans]))

  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, md: 3 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(280px, 360px)' },
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <ToggleButtonGroup
            exclusive
            value={direction}
            onChange={(_, next: GateDirection | null) => next && setDirection(next)}
            aria-label="Direction"
          >
            {gateDirection.options.map((one) => (
              <ToggleButton key={one} value={one} sx={{ minWidth: 64, minHeight: 48, fontWeight: 600 }}>
                {directionWords[one]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {qrcode && (
            <Button
              variant={camera ? 'outlined' : 'contained'}
              startIcon={camera ? <StopIcon /> : <CameraIcon />}
              onClick={() => setCamera(!camera)}
              sx={{ minHeight: 48 }}
            >
              {camera ? 'Stop the camera' : 'Start the camera'}
            </Button>
          )}
        </Box>
        <AnswerCard answer={answer} asking={asking} direction={direction} />
        {state.name === 'failed' && <Alert severity="warning">{state.why}</Alert>}
        {qrcode && (
          <Box
            component="video"
            ref={video}
            muted
            playsInline
            aria-label="What the camera sees"
            sx={{
              display: camera && state.name !== 'failed' ? 'block' : 'none',
              width: '100%',
              maxHeight: { xs: '42vh', md: '48vh' },
              objectFit: 'cover',
              borderRadius: 1,
              bgcolor: '#000',
            }}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 240px' }}>
            {[
              qrcode ? 'Hold the card’s code before the camera.' : '',
              'A card reader on this device works as well: nothing needs to be clicked first.',
            ]
              .filter(Boolean)
              .join(' ')}
          </Typography>
          {qrcode && rfid && (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={reads}
              onChange={(_, next: ScanMeans | null) => next && setReads(next)}
              aria-label="The card reader reads"
            >
              <ToggleButton value="RFID">Reader: RFID</ToggleButton>
              <ToggleButton value="QR">Reader: QR</ToggleButton>
            </ToggleButtonGroup>
          )}
        </Box>
      </Box>
      <GateBoard />
    </Box>
  )
}

/** Sends scans in their order; the latest one's answer is shown. */
function useScans(direction: GateDirection) {
  const outbox = useOutbox()
  const client = useApolloClient()
  const [answer, setAnswer] = useState<ScanAnswer | null>(null)
  const [asking, setAsking] = useState(0)
  const latest = useRef(0)
  const { send } = outbox
  // The outbox is another one with every entry; what scans must not be.
  const sending = useRef(send)
  sending.current = send

  const scan = useCallback(
    (code: string, means: ScanMeans) => {
      latest.current += 1
      const number = latest.current
      setAsking((count) => count + 1)
      const show = (next: ScanAnswer) => {
        beep(next.tone)
        if (number === latest.current) setAnswer(next)
      }
      sending
        .current(recordScansKind, { code, means, direction }, `Card ${code}`)
        .then((sent) => {
          if (sent.state === 'waiting') show(keptAnswer(sent.key, code))
          else if (sent.state === 'refused') show(refusedAnswer(sent.key, genericText(sent.failure)))
          else {
            for (const one of sent.data.recordScans) show(answerOf(one))
            // The list beside it need not wait for its next turn.
            client.refetchQueries({ include: [GateBoardDocument] }).catch(() => undefined)
          }
        })
        .catch(() => show(refusedAnswer(String(number), 'This scan could not be kept on this device. Scan the card again.')))
        .finally(() => setAsking((count) => count - 1))
    },
    [direction, client],
  )
  return { answer, asking: asking > 0, scan }
}
