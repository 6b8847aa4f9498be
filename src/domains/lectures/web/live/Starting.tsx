import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { StartLecturesDocument } from '../lectures.graphql.ts'
import { saveLiveSession, createSession } from '../liveSession.ts'
import { isMeeting, openMeeting, type RepeatState, type StartState } from '../startState.ts'
import { Button } from '#ui/kit/Button.tsx'

/** Starts the chosen items as one lecture. A retry with the same state finds the lecture of the first try. */
export function Starting({ state }: { state: StartState }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)

  const start = useCallback(async () => {
    if (running.current) return
    running.current = true
    setError(null)
    const { items, termId, minutes, startTime, key } = state
    const input = {
      key,
      termId,
      minutes,
      deviceAt: startTime,
      items: items.map(({ classId, sectionId, subjectId, bookId }) => ({
        classId,
        sectionId,
        subjectId,
        bookId,
        multiselect: items.length > 1,
      })),
    }
    try {
      const data = await sendCommand(StartLecturesDocument, { schoolId, input })
      const { zoomLink } = data.startLectures
      saveLiveSession(createSession(data.startLectures))
      // After this a reload resumes the lecture.
      const repeat: RepeatState = { repeat: true, zoomLink, blocked: isMeeting(zoomLink) && !openMeeting(zoomLink) }
      navigate('/teacherLive', { replace: true, state: repeat })
    } catch (failed) {
      setError(failed)
    } finally {
      running.current = false
    }
  }, [sendCommand, navigate, schoolId, state])

  useEffect(() => {
    void start()
  }, [start])

  return (
    <PageLayout title={t`Live Attendance`} context={state.items.map(({ title }) => title).join(', ')}>
      {error === null ? (
        <LoadingState />
      ) : (
        <>
          <ErrorState error={error} onRetry={() => void start()} />
          <div>
            <Button onClick={() => navigate('/teacher', { replace: true })}>
              <Trans>Go Back</Trans>
            </Button>
          </div>
        </>
      )}
    </PageLayout>
  )
}
