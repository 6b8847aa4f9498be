import { useQuery } from '@apollo/client/react'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useDayFigures } from '#domains/attendance/web/dayFigures.exports.tsx'
import { useFailedMessages } from '#domains/messaging/web/failedMessages.exports.tsx'
import { useUnsettledPayments } from '#domains/onlinefees/web/onlinefees.exports.tsx'
import { SetupBanner } from '#domains/setup/web/setup.exports.tsx'
import { AttendantWork } from './AttendantWork.tsx'
import { ChequesToClear, CollectedCards, type Polled, useCollected } from './CollectedCards.tsx'
import { SchoolFiguresDocument } from './dashboard.graphql.ts'
import { FeesChart } from './FeesChart.tsx'
import { Figure, Figures } from './Figure.tsx'
import { TodaysAttendance } from './TodaysAttendance.tsx'

/** The landing page: what came in, who is absent, and the figures of the school, each a link to the list behind it. */
export default function DashboardScreen() {
  const { viewer, term } = useActiveSchool()
  const money = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN' || viewer.role === 'FEES'
  return (
    <PageLayout title="Dashboard" context={[showDay(schoolDay(new Date())), term?.name].filter(Boolean).join(' · ')}>
      <SetupBanner />
      {!money && <AttendantWork />}
      {money && term && <Board />}
      {money && !term && <EmptyState text="This school has no term yet" hint="Add its first one in the settings." />}
    </PageLayout>
  )
}

function Board() {
  const { viewer } = useActiveSchool()
  const polled = useCollected()
  return viewer.role === 'FEES' ? <ClerksBoard polled={polled} /> : <OfficeBoard polled={polled} />
}

function ClerksBoard({ polled }: { polled: Polled }) {
  const { feesModule } = useActiveSchool().school.flags
  if (!polled.data && !polled.error) return <LoadingState lines={8} />
  return (
    <>
      <CollectedCards polled={polled} />
      {feesModule && (
        <>
          <Figures label="What needs a look">
            <ChequesToClear polled={polled} />
          </Figures>
          <FeesChart />
        </>
      )}
    </>
  )
}

function OfficeBoard({ polled }: { polled: Polled }) {
  const { feesModule } = useActiveSchool().school.flags
  const today = useDayFigures()
  const toLookAt = useUnsettledPayments()
  const failed = useFailedMessages()
  // All of it at once: what is read, or about to be pressed, is not pushed down by what comes later above it.
  const collected = polled.data !== undefined || polled.error !== undefined
  const attendance = today.figures !== undefined || today.error !== undefined
  if (!collected || !attendance || toLookAt === undefined || failed === undefined) return <LoadingState lines={8} />
  return (
    <>
      <CollectedCards polled={polled} />
      <TodaysAttendance today={today} />
      <Figures label="What needs a look">
        {feesModule && <ChequesToClear polled={polled} />}
        {toLookAt && (
          <Figure label="Online payments that need a look" value={toLookAt.count.toLocaleString('en-IN')} to={toLookAt.to} />
        )}
        {failed && (
          <Figure
            label="Messages that failed"
            value={failed.count.toLocaleString('en-IN')}
            hint="in the last seven days"
            to={failed.to}
          />
        )}
      </Figures>
      {feesModule && <FeesChart />}
      <Figures label="The school in figures">
        <People />
      </Figures>
    </>
  )
}

/** Who is in the school. */
function People() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(SchoolFiguresDocument, { variables: { schoolId, termId } })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={3} />
  const students = data.sections.reduce((total, section) => total + section.studentCount, 0)
  return (
    <>
      <Figure label="Students" value={students.toLocaleString('en-IN')} to="/students" />
      <Figure label="Teachers" value={data.teachers.length.toLocaleString('en-IN')} to="/users?f.role=TEACHER" />
      <Figure label="Sections" value={data.sections.length.toLocaleString('en-IN')} to="/classes" />
    </>
  )
}
