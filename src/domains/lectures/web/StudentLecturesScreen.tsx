import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { schoolDay, schoolTime, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { LiveLecturesDocument, type LiveLecturesQuery } from './openingLectures.graphql.ts'
import type { AttendState } from './student/attendState.ts'
import styles from './StudentLecturesScreen.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'

type LiveLecture = LiveLecturesQuery['liveLectures'][number]
const everyMs = 5000

/** A student's start page: live lectures of the own section. */
export default function StudentLecturesScreen() {
  const { school, viewer } = useActiveSchool()
  const student = viewer.role === 'STUDENT'
  return (
    <PageLayout title={t`Lectures`} context={showDay(schoolDay(new Date()))}>
      {!student ? (
        <EmptyState text={t`No Lectures Are Live`} hint={t`Students see the live lectures of their section here.`} />
      ) : school.flags.liveLecture ? (
        <LiveLectures />
      ) : (
        <NoLectures />
      )}
    </PageLayout>
  )
}

function NoLectures() {
  return (
    <EmptyState
      text={t`No Lectures Are Live`}
      hint={t`A lecture of your section appears here when the teacher has started it.`}
    />
  )
}

function LiveLectures() {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const { data, error, refetch } = useQuery(LiveLecturesDocument, { variables: { schoolId }, fetchPolicy: 'cache-first' })
  const failing = usePoll(everyMs, (signal) => client.fetch(LiveLecturesDocument, { schoolId }, { signal }))
  // Preloads the next page, so that it opens without a connection.
  useEffect(() => {
    import('./StudentLiveScreen.tsx').catch(() => undefined)
  }, [])
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  return (
    <>
      {failing && (
        <Text tone="quiet" size="small" role="status">
          <Trans>No connection. This list may be out of date.</Trans>
        </Text>
      )}
      {data.liveLectures.length === 0 ? (
        <NoLectures />
      ) : (
        <ul aria-label={t`Live lectures`} className={styles.list}>
          {data.liveLectures.map((lecture) => (
            <LectureCard key={lecture.id} lecture={lecture} />
          ))}
        </ul>
      )}
    </>
  )
}

function LectureCard({ lecture }: { lecture: LiveLecture }) {
  const navigate = useNavigate()
  const { id, className, sectionName, subjectName, teacherName, startedAt } = lecture
  const section = `${className}-${sectionName}`

  function join() {
    const state: AttendState = { className: section, subject: subjectName ?? section, attId: id, timestamp: startedAt }
    navigate('/studentLive', { state })
  }

  return (
    <li className={styles.item}>
      <Avatar name={teacherName} size="large" />
      <div className={styles.fill}>
        <Heading level={2}>{subjectName ?? section}</Heading>
        <div className={styles.breakable}>{teacherName}</div>
        <div className={styles.hint}>{t`Live since ${schoolTime(new Date(startedAt)).slice(0, 5)}`}</div>
      </div>
      <Button variant="primary" size="large" onClick={join} aria-label={t`Join ${subjectName ?? section}`}>
        <Trans>Join</Trans>
      </Button>
    </li>
  )
}
