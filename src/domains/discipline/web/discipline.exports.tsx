import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useId } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'

const StudentDiscipline = lazy(() => import('./StudentDiscipline.tsx'))

/** Shows a student's points and incidents of the active term; nothing where the school has no discipline module. */
export function DisciplineOfStudent({ student }: { student: { id: string; name: string; sectionId: string } }) {
  const { school } = useActiveSchool()
  const titleId = useId()
  if (!school.flags.discipline) return null
  return (
    <Paper variant="outlined" component="section" aria-labelledby={titleId} sx={{ px: 2, py: 1.5 }}>
      <Typography variant="h2" id={titleId} sx={{ mb: 0.5 }}>
        Discipline
      </Typography>
      <Suspense fallback={<LoadingState lines={2} />}>
        <StudentDiscipline student={student} />
      </Suspense>
    </Paper>
  )
}
