import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { showDay, showMoment } from '#shared/dates.ts'
import { showPoints } from '../../discipline.rules.ts'
import type { IncidentRowFragment } from '../discipline.graphql.ts'

/** Shows all details of an incident. */
export function IncidentFacts({ incident, onClose }: { incident: IncidentRowFragment; onClose: () => void }) {
  const titleId = useId()
  const { studentName, sectionName, roll, typeName, points, day, note, actionTaken, notify } = incident
  const { recordedByName, recordedAt, changedByName, changedAt } = incident
  const facts = [
    ['Student', `${studentName} · ${sectionName} · roll ${roll}`],
    ['Points', showPoints(points)],
    ['Day', showDay(day)],
    ['Note', note],
    ['Action Taken', actionTaken],
    ['Guardians', notify ? 'Notified' : 'Not notified'],
    ['Recorded', `${recordedByName}, ${showMoment(recordedAt)}`],
    ['Changed', changedAt === null ? '' : `${changedByName ?? ''}, ${showMoment(changedAt)}`],
  ] as const
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>{typeName}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: '140px 1fr' }, columnGap: 2, rowGap: 0.5 }}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <Box key={label} sx={{ display: 'contents' }}>
                <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                  {label}
                </Typography>
                <Typography component="dd" sx={{ m: 0, mb: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {value}
                </Typography>
              </Box>
            ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
