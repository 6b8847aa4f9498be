import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Mark } from '#shared/marks.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { showError } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { markLabels } from '#domains/attendance/web/marks.exports.tsx'
import { elapsedSeconds } from '../../lectures.rules.ts'
import { Elapsed } from '../Elapsed.tsx'
import { LectureOver } from '../LectureOver.tsx'
import { endLecturesKind, lectureMarkKind } from '../outboxKinds.ts'
import { MyLiveLecturesDocument } from '../lectures.graphql.ts'
import {
  sessionBooks,
  deleteLiveSession,
  type EndedBook,
  lectureIds,
  type LiveSession,
  sessionTitle,
  saveLiveSession,
} from '../liveSession.ts'
import { MeetingBlocked, MeetingLink } from '../MeetingLink.tsx'
import { isMeeting, type RepeatState } from '../startState.ts'
import type { MarkedStudent } from './groups.ts'
import { MarkDialog } from './MarkDialog.tsx'
import { SelectedClasses } from './SelectedClasses.tsx'
import { StudentGroups } from './StudentGroups.tsx'
import { useLiveLecture } from './useLiveLecture.ts'
import styles from './LiveLecture.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { soon } from '#ui/soon.ts'

const AfterLecture = soon(async () => ({ default: (await import('./AfterLecture.tsx')).AfterLecture }))

/** The saved lecture: running, or ended with questions about its books. */
export function LiveLecture({ session, opened }: { session: LiveSession; opened: RepeatState }) {
  const navigate = useNavigate()
  const [ended, setEnded] = useState(session.ended)

  function leave() {
    deleteLiveSession()
    navigate('/teacher', { replace: true })
  }
  function keepBooks(books: EndedBook[]) {
    saveLiveSession({ ...session, ended: books })
    setEnded(books)
  }

  if (ended) return <AfterLecture session={session} books={ended} onDone={leave} />
  return <RunningLecture session={session} opened={opened} onEnded={keepBooks} onLeave={leave} />
}

interface UnderWayProps {
  session: LiveSession
  opened: RepeatState
  onEnded: (books: EndedBook[]) => void
  onLeave: () => void
}

/** A running lecture: its duration, its classes and its students (specification, section 2, Live attendance). */
function RunningLecture({ session, opened, onEnded, onLeave }: UnderWayProps) {
  const outbox = useOutbox()
  const [confirming, setConfirming] = useState(false)
  const live = useLiveLecture(session)
  const [marking, setMarking] = useState<MarkedStudent | null>(null)
  const zoomLink = useMeetingLink(session, opened)
  const [blocked, setBlocked] = useState(opened.blocked === true)

  async function end() {
    const seconds = elapsedSeconds(new Date(live.startedAt), new Date(Date.now() + live.clockMs))
    const sent = await outbox.send(endLecturesKind, { ids: live.ids, seconds }, t`End of ${label}`)
    if (sent.state === 'refused') {
      await outbox.discard(sent.key)
      throw new Error(sent.failure.message)
    }
    const books = sent.state === 'sent' ? sent.data.endLectures.books : sessionBooks(session)
    if (books.length === 0) onLeave()
    else onEnded(books)
  }

  async function mark(student: MarkedStudent, value: Mark) {
    setMarking(null)
    if (value === student.mark) return
    const input = { id: live.ids[0] ?? '', studentId: student.id, value }
    const sent = await outbox.send(lectureMarkKind, input, `${student.name}, ${markLabels[value]} · ${label}`)
    if (sent.state === 'sent') live.noteMark(student.id, value)
    if (sent.state === 'refused') {
      await outbox.discard(sent.key)
      showError(sent.failure.message)
    }
  }

  const label = sessionTitle(session)
  return (
    <PageLayout
      title={t`Live Attendance`}
      action={
        <>
          {zoomLink !== '' && !blocked && <MeetingLink link={zoomLink} variant="normal" />}
          <Button variant="primary" danger onClick={() => setConfirming(true)}>
            <Trans>End Lecture</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.clock}>
        <Elapsed startedAt={live.startedAt} clockMs={live.clockMs} />
        <SelectedClasses names={session.names} />
      </div>
      {blocked && zoomLink !== '' && <MeetingBlocked link={zoomLink} onOpened={() => setBlocked(false)} />}
      {live.failing && (
        <Alert kind="warning" role="status">
          <Trans>No connection. This list may be out of date. Marks are saved on this device and sent later.</Trans>
        </Alert>
      )}
      {live.groups ? (
        <StudentGroups groups={live.groups} onMark={setMarking} />
      ) : live.error ? (
        <ErrorState error={live.error} onRetry={live.retry} />
      ) : (
        <LoadingState />
      )}
      {marking && <MarkDialog student={marking} onMark={(value) => void mark(marking, value)} onClose={() => setMarking(null)} />}
      <ConfirmDialog
        open={confirming}
        title={t`Stop Live Lecture?`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Continue`}
        onConfirm={end}
        onClose={() => setConfirming(false)}
      >
        <Trans>Your lecture is going on. Do you want to stop it and go back?</Trans>
      </ConfirmDialog>
      {live.over && !confirming && <LectureOver onContinue={onLeave} />}
    </PageLayout>
  )
}

/** Returns the link of a lecture's meeting, '' without one. A resumed lecture reads it from the server. */
function useMeetingLink(session: LiveSession, opened: RepeatState): string {
  const { schoolId } = useActiveSchool()
  const ids = lectureIds(session)
  const { data } = useQuery(MyLiveLecturesDocument, { variables: { schoolId }, skip: opened.zoomLink !== undefined })
  const batch = data?.myLiveLectures.find(({ items }) => items.some(({ id }) => ids.includes(id)))
  const link = opened.zoomLink ?? batch?.zoomLink ?? ''
  return isMeeting(link) ? link : ''
}
