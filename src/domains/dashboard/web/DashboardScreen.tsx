import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { type Day, schoolDay, showDay, showWeekday } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { SetupBanner } from '#domains/setup/web/setup.exports.tsx'
import { CollectedCards } from './CollectedCards.tsx'
import { SchoolFiguresDocument } from './dashboard.graphql.ts'
import { FeesChart } from './FeesChart.tsx'
import { Figure, Figures } from './Figure.tsx'
import { TodayNeeds } from './today/TodayNeeds.tsx'
import { attendanceFigures, useToday } from './today/useToday.ts'
import { AbsentToday } from './TodaysAttendance.tsx'
import styles from './DashboardScreen.module.css'

// Another role's part of the page.
const AttendantWork = lazy(() => import('./AttendantWork.tsx'))

/** /dashboard: what needs somebody today, the money of the day, and figures of the school. */
export default function DashboardScreen() {
  const { viewer, term } = useActiveSchool()
  const takesMoney = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN' || viewer.role === 'FEES'
  return (
    <PageLayout title={t`Dashboard`} context={[dayText(schoolDay(new Date())), term?.name].filter(Boolean).join(' · ')}>
      <SetupBanner />
      {!takesMoney && (
        <Suspense fallback={<LoadingState />}>
          <AttendantWork />
        </Suspense>
      )}
      {takesMoney && term && <DayDashboard />}
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

/** The day of the head and of the counter: what needs somebody, and beneath it the money of the day. */
function DayDashboard() {
  const { feesModule } = useActiveSchool().school.flags
  const polled = useToday(true)
  const { data, error, refetch } = polled
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
  const { today } = data
  const { attendance } = today
  return (
    <>
      <div className={attendance && attendance.sectionsTaken > 0 ? styles.split : undefined}>
        <TodayNeeds today={today} />
        {attendance && attendance.sectionsTaken > 0 && <AbsentToday figures={attendanceFigures(attendance, today.day)} />}
      </div>
      <CollectedCards polled={polled} />
      <Below>
        {feesModule && <FeesChart />}
        {attendance && <SchoolFigures />}
      </Below>
    </>
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
