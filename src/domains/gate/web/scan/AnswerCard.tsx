import { t } from '@lingui/core/macro'
import { StudentFace, StudentFacts } from '#domains/classes/web/studentFace.exports.tsx'
import type { GateDirection } from '../../gate.rules.ts'
import type { ScanAnswer, Tone } from './scanAnswer.ts'
import styles from './AnswerCard.module.css'
import { Progress } from '#ui/kit/Progress.tsx'
import { DoneIcon, RefusedIcon, WarningIcon } from '#ui/kit/icons.ts'
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

/**
 * Shows the result of the last scan, readable from two steps away: the head of the student in large letters, without
 * links, until the next card.
 */
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
          {answer.student ? <StudentFace head={answer.student} className={styles.face} /> : <look.icon className={styles.icon} />}
          <div key={answer.key} className={styles.box}>
            <div className={styles.figure}>{answer.word}</div>
            {answer.student && <div className={styles.name}>{answer.student.name}</div>}
            {answer.student ? (
              <StudentFacts head={answer.student} showRegisterNo={false} className={styles.about}>
                <span>{answer.text}</span>
              </StudentFacts>
            ) : (
              <div className={styles.about}>{answer.text}</div>
            )}
          </div>
        </>
      ) : (
        <div className={styles.prompt}>{prompts[direction]}</div>
      )}
    </div>
  )
}
