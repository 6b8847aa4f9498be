import { useQuery } from '@apollo/client/react'
import ButtonBase from '@mui/material/ButtonBase'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { schoolDay, showDay } from '../../../shared/dates.ts'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { SchoolFiguresDocument } from './dashboard.graphql.ts'

/** The landing page: the figures of the school, each a link to the list behind it. */
export default function DashboardScreen() {
  const { viewer, school, term } = useActiveSchool()
  const head = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN'
  return (
    <PageLayout title="Dashboard" context={[showDay(schoolDay(new Date())), term?.name].filter(Boolean).join(' · ')}>
      {head ? (
        <Figures />
      ) : (
        <EmptyState text={`Welcome, ${viewer.name}`} hint={`You are signed in to ${school.name} as ${viewer.role}.`} />
      )}
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
      <Figure label="Students" value={students} to="/students" />
      <Figure label="Teachers" value={data.teachers.length} to="/users?f.role=TEACHER" />
      <Figure label="Sections" value={data.sections.length} to="/classes" />
    </Box>
  )
}

function Figure({ label, value, to }: { label: string; value: number; to: string }) {
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <ButtonBase
        component={Link}
        to={to}
        sx={{
          width: '100%',
          p: 2,
          display: 'block',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { bgcolor: 'action.focus' },
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{label}</Typography>
        <Typography sx={{ fontSize: '2rem', fontWeight: 600, lineHeight: 1.3 }}>{value.toLocaleString('en-IN')}</Typography>
      </ButtonBase>
    </Paper>
  )
}
