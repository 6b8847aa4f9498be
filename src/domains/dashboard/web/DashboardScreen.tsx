import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useQuery } from '#ui/data/useQuery.ts'
import { type Day, schoolDay, showDay, showWeekday } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useDayFigures } from '#domains/attendance/web/dayFigures.exports.tsx'
import { useDiscountsToApprove } from '#domains/fees/web/approvals.exports.ts'
import { type OpenDays, useOpenDays } from '#domains/fees/web/openDays.exports.tsx'
import { useFailedMessages } from '#domains/messaging/web/failedMessages.exports.tsx'
import { useUnsettledPayments } from '#domains/onlinefees/web/onlinefees.exports.tsx'
import { SetupBanner } from '#domains/setup/web/setup.exports.tsx'
import { AttendantWork } from './AttendantWork.tsx'
import { ChequesToClear, CollectedCards, type PolledCollected, useCollected } from './CollectedCards.tsx'
import { SchoolFiguresDocument } from './dashboard.graphql.ts'
import { FeesChart } from './FeesChart.tsx'
import { Figure, Figures } from './Figure.tsx'
import { Need, Needs } from './Need.tsx'
import { AbsentToday, RegistersNotTaken } from './TodaysAttendance.tsx'
import styles from './DashboardScreen.module.css'

/** /dashboard: collected money, absent students and figures of the school, each with a link to its list. */
export default function DashboardScreen() {
  const { viewer, term } = useActiveSchool()
  const takesMoney = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN' || viewer.role === 'FEES'
  return (
    <PageLayout title={t`Dashboard`} context={[dayText(schoolDay(new Date())), term?.name].filter(Boolean).join(' · ')}>
      <SetupBanner />
      {!takesMoney && <AttendantWork />}
      {takesMoney && term && <MoneyDashboard />}
      {takesMoney && !term && (
        <EmptyState
          text={t`This school has no term yet`}
          hint={t`Collected fees and attendance are shown here once it has one.`}
          action={
            viewer.role !== 'FEES' && (
              <Button variant="primary" as={Link} to="/settings?tab=terms">
                <Trans>Add a term</Trans>
              </Button>
            )
          }
        />
      )}
    </PageLayout>
  )
}

function dayText(today: Day): string {
  const [weekday, day] = [showWeekday(today), showDay(today)]
  return t`${weekday}, ${day}`
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
          <Needs label={t`What needs a look`}>
            <ChequesToClear polled={polled} />
          </Needs>
          <Below>
            <FeesChart />
          </Below>
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
  const openDays = useOpenDays()
  const discounts = useDiscountsToApprove()
  // Shown all at once, so that parts that load later do not move what somebody reads or is about to press.
  const collectedLoaded = polled.data !== undefined || polled.error !== undefined
  const attendanceLoaded = today.figures !== undefined || today.error !== undefined
  if (
    !collectedLoaded ||
    !attendanceLoaded ||
    unsettledPayments === undefined ||
    failedMessages === undefined ||
    openDays === undefined ||
    discounts === undefined
  )
    return <LoadingState lines={8} />
  return (
    <>
      <CollectedCards polled={polled} />
      <div className={styles.split}>
        <Needs label={t`What needs a look`}>
          <RegistersNotTaken today={today} />
          {unsettledPayments && (
            <Need
              count={unsettledPayments.count}
              label={t`Online payments that need a look`}
              about={unsettledPayments.count === 0 ? t`All online payments are settled` : t`Money came that fits no fee`}
              action={t`Check payments`}
              to={unsettledPayments.to}
            />
          )}
          {feesModule && <ChequesToClear polled={polled} />}
          {openDays && <DaysNotClosed open={openDays} />}
          {discounts !== null && discounts.count > 0 && (
            <Need
              count={discounts.count}
              label={t`Discounts to approve`}
              about={t`A clerk asks for more than the limit`}
              action={t`Decide`}
              to={discounts.to}
            />
          )}
          {failedMessages && (
            <Need
              count={failedMessages.count}
              label={t`Messages that failed`}
              about={t`in the last seven days`}
              action={t`See messages`}
              to={failedMessages.to}
            />
          )}
        </Needs>
        <AbsentToday today={today} />
      </div>
      <Below>
        {feesModule && <FeesChart />}
        <SchoolFigures />
      </Below>
    </>
  )
}

/** The days with money that their cashiers have not closed, with a link to their list. */
function DaysNotClosed({ open: { days, to } }: { open: OpenDays }) {
  const [first] = days
  if (!first) return null
  const about = `${first.clerkName}, ${showDay(first.day)}`
  return (
    <Need
      count={days.length}
      label={t`Cashiers’ days not closed`}
      about={days.length === 1 ? about : t`the first: ${about}`}
      action={t`See cashiers`}
      to={to}
    />
  )
}

/** What is below a phone's window: rendered when the part above has been painted. */
function Below({ children }: { children: ReactNode }) {
  const [isAbovePainted, setAbovePainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAbovePainted(true))
    return () => clearTimeout(timer)
  }, [])
  return isAbovePainted && children
}

/** Numbers of students, teachers and sections. */
function SchoolFigures() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(SchoolFiguresDocument, { variables: { schoolId, termId } })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={3} />
  const students = data.sections.reduce((total, section) => total + section.studentCount, 0)
  return (
    <Figures label={t`The school in figures`}>
      <Figure label={t`Students`} value={showCount(students)} to="/students" />
      <Figure label={t`Teachers`} value={showCount(data.teachers.length)} to="/users?f.role=TEACHER" />
      <Figure label={t`Sections`} value={showCount(data.sections.length)} to="/classes" />
    </Figures>
  )
}
