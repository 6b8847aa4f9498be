import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Redirect, useNavigate, useEntryState } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { isLectureGone } from './isLectureGone.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { Elapsed } from './Elapsed.tsx'
import { LectureOver } from './LectureOver.tsx'
import { AttendLectureDocument } from './lectures.graphql.ts'
import { MeetingBlocked, MeetingLink } from './MeetingLink.tsx'
import { isMeeting, openMeeting } from './startState.ts'
import { type AttendState, markMeetingOpened, readAttendState } from './student/attendState.ts'
import styles from './StudentLiveScreen.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { PersonName } from '#ui/kit/Avatar.tsx'
import { Heading } from '#ui/kit/Text.tsx'

/** /studentLive: opened from the list of lectures; otherwise it redirects there. */
export default function StudentLiveScreen() {
  const state = readAttendState(useEntryState())
  return state ? <Attending lecture={state} /> : <Redirect to="/studentLectures" replace />
}

/** Poll interval of a student's live page (specification, section 9). */
const everyMs = 3000
const myMarkLabels: Record<Mark, string> = { P: t`You are present`, L: t`You are late`, A: t`You are absent` }

interface LectureSnapshot {
  live: boolean
  myMark: Mark
  startedAt: string
  clockMs: number
  zoomLink: string
  version: string
  present: readonly string[]
}

/** A student's live lecture. Polling records presence, even in a hidden tab while the student watches the meeting. */
function Attending({ lecture }: { lecture: AttendState }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const navigate = useNavigate()
  const [now, setNow] = useState<LectureSnapshot | null>(null)
  const [gone, setGone] = useState(false)
  const [blocked, setBlocked] = useState(false)
  const over = gone || now?.live === false

  async function attend(signal: AbortSignal) {
    try {
      const variables = { schoolId, input: { id: lecture.attId, seen: now?.version ?? null } }
      const data = await sendCommand(AttendLectureDocument, variables, { changesNothing: true, signal })
      // The names are missing when nothing has changed since the version shown.
      const { present, serverNow, ...answer } = data.attendLecture
      const clockMs = Date.parse(serverNow) - Date.now()
      setNow((before) => ({ ...answer, clockMs, present: present ?? before?.present ?? [] }))
      if (answer.live && isMeeting(answer.zoomLink) && markMeetingOpened(lecture.attId)) setBlocked(!openMeeting(answer.zoomLink))
    } catch (error) {
      if (isLectureGone(error)) setGone(true)
      throw error
    }
  }
  const failing = usePoll(everyMs, attend, { on: !over, whileHidden: true })

  const zoomLink = now && isMeeting(now.zoomLink) ? now.zoomLink : ''
  return (
    <PageLayout
      title={lecture.subject}
      context={[lecture.className, showDay(schoolDay(new Date(lecture.timestamp)))]
        .filter((part) => part !== lecture.subject)
        .join(' · ')}
      action={zoomLink !== '' && !blocked && <MeetingLink link={zoomLink} variant="primary" />}
    >
      <div className={styles.clock}>
        <Elapsed startedAt={now?.startedAt ?? lecture.timestamp} clockMs={now?.clockMs ?? 0} />
        {now && (
          <div role="status">
            <StateChip state={now.myMark} label={myMarkLabels[now.myMark]} />
          </div>
        )}
      </div>
      {blocked && zoomLink !== '' && <MeetingBlocked link={zoomLink} onOpened={() => setBlocked(false)} />}
      {failing && !over && (
        <Alert kind="warning" role="status">
          <Trans>No connection just now. Keep this page open: you are counted again as soon as there is one.</Trans>
        </Alert>
      )}
      {now ? <Present names={now.present} /> : <LoadingState />}
      {over && <LectureOver onContinue={() => navigate('/studentLectures', { replace: true })} />}
    </PageLayout>
  )
}

function Present({ names }: { names: readonly string[] }) {
  return (
    <section aria-label={t`Marked present`}>
      <Heading level={2} className={styles.spaced}>
        {t`Marked present (${names.length})`}
      </Heading>
      <ul className={styles.list}>
        {names.map((name, place) => (
          // Two students of a section may have the same name.
          <li key={`${place} ${name}`}>
            <PersonName name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}
