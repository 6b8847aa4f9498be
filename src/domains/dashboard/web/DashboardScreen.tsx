import { useQuery } from '@apollo/client/react'
import { schoolDay, showDay } from '../../../shared/dates.ts'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ChequesToClear, CollectedCards, useCollected } from './CollectedCards.tsx'
import { SchoolFiguresDocument } from './dashboard.graphql.ts'
import { FeesChart } from './FeesChart.tsx'
import { Figure, Figures } from './Figure.tsx'

/** The landing page: what came in, and the figures of the school, each a link to the list behind it. */
export default function DashboardScreen() {
  const { viewer, school, term } = useActiveSchool()
  const money = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN' || viewer.role === 'FEES'
  return (
    <PageLayout title="Dashboard" context={[showDay(schoolDay(new Date())), term?.name].filter(Boolean).join(' · ')}>
      {!money && <EmptyState text={`Welcome, ${viewer.name}`} hint={`You are signed in to ${school.name} as ${viewer.role}.`} />}
      {money && term && <Board />}
      {money && !term && <EmptyState text="This school has no term yet" hint="Add its first one in the settings." />}
    </PageLayout>
  )
}

function Board() {
  const { viewer, school } = useActiveSchool()
  const polled = useCollected()
  const { feesModule } = school.flags
  return (
    <>
      <CollectedCards polled={polled} />
      {feesModule && <FeesChart />}
      <Figures label="The school in figures">
        {feesModule && <ChequesToClear polled={polled} />}
        {viewer.role !== 'FEES' && <People />}
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
