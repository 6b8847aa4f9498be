import { t } from '@lingui/core/macro'
import type { GateDirection } from '../../gate.schema.ts'
import type { ScanAnswer, Tone } from './scanAnswer.ts'
import styles from './AnswerCard.module.css'
import { Progress } from '#ui/kit/Progress.tsx'
import { DoneIcon, RefusedIcon, WarningIcon } from '#ui/kit/icons.ts'
import { Photo } from '#ui/kit/Photo.tsx'
import { classes } from '#ui/kit/classes.ts'

const tones = {
  good: { color: styles.good, icon: DoneIcon },
  notice: { color: styles.notice, icon: WarningIcon },
  stop: { color: styles.stop, icon: RefusedIcon },
} as const satisfies Record<Tone, { color: string | undefined; icon: typeof DoneIcon }>

const prompts: Readonly<Record<GateDirection, string>> = {
  IN: t`Scan a card to record who comes in`,
  OUT: t`Scan a card to record who goes out`,
  BOTH: t`Scan a card to record in and out alternately`,
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
    <div role="status" aria-label={t`Last scan`} className={classes(styles.answer, look ? look.color : styles.waiting)}>
      {loading && <Progress className={styles.progress} />}
      {answer && look ? (
        <>
          {answer.photoUrl ? (
            <Photo src={answer.photoUrl} alt="" className={styles.avatar} />
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
    </div>
  )
}
