import { useQuery } from '#ui/data/useQuery.ts'
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
import { ChequesToClear, CollectedCards, type PolledCollected, useCollected } from './CollectedCards.tsx'
import { SchoolFiguresDocument } from './dashboard.graphql.ts'
import { FeesChart } from './FeesChart.tsx'
import { Figure, Figures } from './Figure.tsx'
import { TodaysAttendance } from './TodaysAttendance.tsx'

/** /dashboard: collected money, absent students and figures of the school, each with a link to its list. */
export default function DashboardScreen() {
  const { viewer, term } = useActiveSchool()
  const takesMoney = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN' || viewer.role === 'FEES'
  return (
    <PageLayout title="Dashboard" context={[showDay(schoolDay(new Date())), term?.name].filter(Boolean).join(' · ')}>
      <SetupBanner />
      {!takesMoney && <AttendantWork />}
      {takesMoney && term && <MoneyDashboard />}
      {takesMoney && !term && <EmptyState text="This school has no term yet" hint="Add its first one in the settings." />}
    </PageLayout>
  )
}

function MoneyDashboard() {
  const { viewer } = useActiveSchool()
  const polled = useCollected()
  return viewer.role === 'FEES' ? <ClerkDashboard polled={polled} /> : <OfficeDashboard polled={polled} />
}

function ClerkDashboard({ polled }: { polled: PolledCollected }) {
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

function OfficeDashboard({ polled }: { polled: PolledCollected }) {
  const { feesModule } = useActiveSchool().school.flags
  const today = useDayFigures()
  const unsettledPayments = useUnsettledPayments()
  const failedMessages = useFailedMessages()
  // Shown all at once, so that parts that load later do not move what somebody reads or is about to press.
  const collectedLoaded = polled.data !== undefined || polled.error !== undefined
  const attendanceLoaded = today.figures !== undefined || today.error !== undefined
  if (!collectedLoaded || !attendanceLoaded || unsettledPayments === undefined || failedMessages === undefined)
    return <LoadingState lines={8} />
  return (
    <>
      <CollectedCards polled={polled} />
      <TodaysAttendance today={today} />
      <Figures label="What needs a look">
        {feesModule && <ChequesToClear polled={polled} />}
        {unsettledPayments && (
          <Figure
            label="Online payments that need a look"
            value={unsettledPayments.count.toLocaleString('en-IN')}
            to={unsettledPayments.to}
          />
        )}
        {failedMessages && (
          <Figure
            label="Messages that failed"
            value={failedMessages.count.toLocaleString('en-IN')}
            hint="in the last seven days"
            to={failedMessages.to}
          />
        )}
      </Figures>
      {feesModule && <FeesChart />}
      <Figures label="The school in figures">
        <SchoolFigures />
      </Figures>
    </>
  )
}

/** Numbers of students, teachers and sections. */
function SchoolFigures() {
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
