import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import { schoolDay, showDay } from '../../../shared/dates.ts'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { CollectedCards } from './CollectedCards.tsx'
import { SchoolFiguresDocument } from './dashboard.graphql.ts'
import { FeesChart } from './FeesChart.tsx'
import { Figure } from './Figure.tsx'

/** The landing page: what came in, and the figures of the school, each a link to the list behind it. */
export default function DashboardScreen() {
  const { viewer, school, term } = useActiveSchool()
  const head = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN'
  const money = head || viewer.role === 'FEES'
  return (
    <PageLayout title="Dashboard" context={[showDay(schoolDay(new Date())), term?.name].filter(Boolean).join(' · ')}>
      {!money && <EmptyState text={`Welcome, ${viewer.name}`} hint={`You are signed in to ${school.name} as ${viewer.role}.`} />}
      {money && term && <CollectedCards />}
      {money && term && school.flags.feesModule && <FeesChart />}
      {head && <Figures />}
    </PageLayout>
  )
}

function Figures() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(SchoolFiguresDocument, { variables: { schoolId, termId } })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={3} />
  const students = data.sections.reduce((total, section) => total + section.studentCount, 0)
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
      <Figure label="Students" value={students.toLocaleString('en-IN')} to="/students" />
      <Figure label="Teachers" value={data.teachers.length.toLocaleString('en-IN')} to="/users?f.role=TEACHER" />
      <Figure label="Sections" value={data.sections.length.toLocaleString('en-IN')} to="/classes" />
    </Box>
  )
}
