import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showTime } from '#domains/onlinefees/family/home.exports.tsx'
import { type Attending, attend, useAttending } from './attending.ts'
import type { Child } from './home.ts'

type Lecture = NonNullable<Child['facts']['lecture']>

/** The lecture that is held now: one tap opens the meeting and says that the child is there. */
export function LiveLecture({ child }: { child: Child }) {
  const { lecture } = child.facts
  if (lecture === null) return null
  const { subjectName, teacherName, startedAt } = lecture
  return (
    <section className="card" aria-labelledby="lecture">
      <h2 id="lecture">
        <Trans>A lecture is live</Trans>
      </h2>
      <p>{[subjectName, teacherName, t`since ${showTime(startedAt, new Date())}`].filter(Boolean).join(' · ')}</p>
      <JoinLecture child={child} lecture={lecture} />
    </section>
  )
}

/** Joins a lecture for a child. Afterwards it says how the child is marked, and opens the meeting again. */
export function JoinLecture({ child: { school, fees }, lecture: { id, zoomLink } }: { child: Child; lecture: Lecture }) {
  const ofChild = { place: school.place, studentId: fees.id, id }
  const attending = useAttending(ofChild)
  const look = attending === null ? 'button primary' : 'button secondary'
  if (attending?.isOver)
    return (
      <p className="quiet" role="status">
        {attending.problem ?? t`The lecture is over.`}
      </p>
    )
  return (
    <>
      {/^https?:\/\//i.test(zoomLink) ? (
        <a className={look} href={zoomLink} target="_blank" rel="noreferrer" onClick={() => attend(ofChild)}>
          {attending === null ? t`Join the lecture` : t`Open the meeting again`}
        </a>
      ) : (
        attending === null && (
          <button type="button" className="primary" onClick={() => attend(ofChild)}>
            <Trans>Join the lecture</Trans>
          </button>
        )
      )}
      {attending !== null && (
        <p className="quiet" role="status">
          {attending.problem ?? markText(attending.mark)}
        </p>
      )}
    </>
  )
}

function markText(mark: Attending['mark']): string {
  if (mark === 'P') return t`Marked present. Keep this page open.`
  if (mark === 'L') return t`Marked late. Keep this page open.`
  return mark === 'A' ? t`The teacher has marked an absence.` : t`Joining…`
}
