import { useQuery } from '#ui/data/useQuery.ts'
import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { RowActions } from '#ui/DataTable/RowActions.tsx'
import { countWithNoun } from '#shared/plural.ts'
import { showDay } from '#shared/dates.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { DisciplineViewerCanDocument, type IncidentRowFragment, StudentDisciplineDocument } from './discipline.graphql.ts'
import { useIncidentDialogs } from './incidents/IncidentDialogs.tsx'
import { RecordDialog } from './incidents/RecordDialog.tsx'
import { PointsChip } from './PointsChip.tsx'

const initialCount = 5

/** Shows a student's points and last incidents of the active term, and a button to record one. */
export default function StudentDiscipline({ student }: { student: { id: string; name: string; sectionId: string } }) {
  const { schoolId, termId } = useActiveSchool()
  const can = useQuery(DisciplineViewerCanDocument, { variables: { schoolId } }).data?.disciplineViewerCan
  const { data, error, refetch } = useQuery(StudentDisciplineDocument, {
    variables: { schoolId, input: { termId, studentId: student.id } },
  })
  const [recording, setRecording] = useState(false)
  const [all, setAll] = useState(false)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={2} />
  const { points, incidents } = data.studentDiscipline
  const shown = all ? incidents : incidents.slice(0, initialCount)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 200px', display: 'flex', alignItems: 'center', gap: 1 }}>
          {incidents.length > 0 && <PointsChip points={points} />}
          <Typography sx={{ color: 'text.secondary' }}>
            {incidents.length === 0
              ? 'Nothing recorded in this term'
              : `from ${countWithNoun(incidents.length, 'incident')} in this term`}
          </Typography>
        </Box>
        {can?.record.allowed && (
          <Button startIcon={<AddIcon />} onClick={() => setRecording(true)}>
            Record Incident
          </Button>
        )}
      </Box>
      {incidents.length > 0 && <Incidents incidents={shown} />}
      {incidents.length > shown.length && (
        <Button onClick={() => setAll(true)}>{`Show all ${countWithNoun(incidents.length, 'incident')}`}</Button>
      )}
      {recording && <RecordDialog student={student} onClose={() => setRecording(false)} />}
    </>
  )
}

function Incidents({ incidents }: { incidents: readonly IncidentRowFragment[] }) {
  const { actions, dialogs } = useIncidentDialogs()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
      {incidents.map((incident) => (
        <Box
          component="li"
          key={incident.id}
          sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider' }}
        >
          <PointsChip points={incident.points} />
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Typography>
              {incident.typeName}{' '}
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {`${showDay(incident.day)} · ${incident.recordedByName}`}
              </Box>
            </Typography>
            {(incident.note || incident.actionTaken) && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[incident.note, incident.actionTaken].filter(Boolean).join(' · ')}
              </Typography>
            )}
          </Box>
          <RowActions row={incident} rowName={`${incident.typeName} of ${showDay(incident.day)}`} actions={actions} asMenu />
        </Box>
      ))}
      {dialogs}
    </Box>
  )
}
