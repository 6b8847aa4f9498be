import CheckIcon from '@mui/icons-material/CheckCircle'
import BlockIcon from '@mui/icons-material/Cancel'
import WarningIcon from '@mui/icons-material/Warning'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { GateDirection } from '../../gate.schema.ts'
import type { ScanAnswer, Tone } from './scanAnswer.ts'

const tones = {
  good: { color: 'success', icon: CheckIcon },
  notice: { color: 'warning', icon: WarningIcon },
  stop: { color: 'error', icon: BlockIcon },
} as const satisfies Record<Tone, { color: string; icon: typeof CheckIcon }>

const prompts: Readonly<Record<GateDirection, string>> = {
  IN: 'Scan a card to record who comes in',
  OUT: 'Scan a card to record who goes out',
  BOTH: 'Scan a card to record in and out alternately',
}

/** Shows the result of the last scan, readable from two steps away. */
export function AnswerCard({
  answer,
  loading,
  direction,
}: {
  answer: ScanAnswer | null
  loading: boolean
  direction: GateDirection
}) {
  const look = answer && tones[answer.tone]
  return (
    <Box
      role="status"
      aria-label="Last scan"
      sx={{
        position: 'relative',
        overflow: 'hidden',
        borderRadius: 1,
        minHeight: 168,
        p: 2,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        ...(look
          ? { bgcolor: `${look.color}.main`, color: `${look.color}.contrastText` }
          : { border: 2, borderStyle: 'dashed', borderColor: 'divider', color: 'text.secondary', justifyContent: 'center' }),
      }}
    >
      {loading && <LinearProgress color="inherit" sx={{ position: 'absolute', top: 0, left: 0, right: 0 }} />}
      {answer && look ? (
        <>
          {answer.photoUrl ? (
            <Avatar
              src={answer.photoUrl}
              alt=""
              variant="rounded"
              sx={{ width: { xs: 96, sm: 128 }, height: { xs: 96, sm: 128 }, bgcolor: 'rgba(255 255 255 / 0.2)' }}
            />
          ) : (
            <look.icon sx={{ fontSize: { xs: 64, sm: 88 } }} />
          )}
          <Box key={answer.key} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontSize: { xs: '2rem', sm: '2.75rem' }, fontWeight: 800, lineHeight: 1.1 }}>{answer.word}</Box>
            {answer.name && (
              <Box sx={{ fontSize: { xs: '1.25rem', sm: '1.75rem' }, fontWeight: 600, lineHeight: 1.25, mt: 0.5 }}>
                {answer.name}
              </Box>
            )}
            <Box sx={{ fontSize: { xs: '1rem', sm: '1.125rem' }, mt: 0.5 }}>
              {[answer.section, answer.text].filter(Boolean).join(' · ')}
            </Box>
          </Box>
        </>
      ) : (
        <Box sx={{ fontSize: '1.125rem', textAlign: 'center' }}>{prompts[direction]}</Box>
      )}
    </Box>
  )
}
