import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import type { GateDirection } from '../../gate.schema.ts'
import type { ScanAnswer, Tone } from './scanAnswer.ts'
import styles from './AnswerCard.module.css'
import { Progress } from '#ui/kit/Progress.tsx'
import { DoneIcon, RefusedIcon, WarningIcon } from '#ui/kit/icons.ts'

const tones = {
  good: { color: 'success', icon: DoneIcon },
  notice: { color: 'warning', icon: WarningIcon },
  stop: { color: 'error', icon: RefusedIcon },
} as const satisfies Record<Tone, { color: string; icon: typeof DoneIcon }>

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
      {loading && <Progress className={styles.progress} />}
      {answer && look ? (
        <>
          {answer.photoUrl ? (
            <Avatar src={answer.photoUrl} alt="" variant="rounded" className={styles.avatar} />
          ) : (
            <look.icon className={styles.icon} />
          )}
          <div key={answer.key} className={styles.box}>
            <div className={styles.figure}>{answer.word}</div>
            {answer.name && <div className={styles.name}>{answer.name}</div>}
            <div className={styles.about}>{[answer.section, answer.text].filter(Boolean).join(' · ')}</div>
          </div>
        </>
      ) : (
        <div className={styles.prompt}>{prompts[direction]}</div>
      )}
    </Box>
  )
}
