import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { counted, plural } from '#shared/counted.ts'
import { showMoney } from '#shared/money.ts'
import type { UnassignFeeCategoryMutation } from './assignments.graphql.ts'

export interface KeptStudents {
  /** How many students were taken off. */
  changed: number
  students: UnassignFeeCategoryMutation['unassignFeeCategory']['kept']
}

/** Names the students who stay on a category, with the money that keeps them there. */
export function KeptDialog({ category, kept, onClose }: { category: string; kept: KeptStudents; onClose: () => void }) {
  const titleId = useId()
  const { changed, students } = kept
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{`${counted(students.length, 'student')} not taken off`}</DialogTitle>
      <DialogContent>
        <Typography>
          {`${counted(changed, 'student')} ${plural(changed, 'was', 'were')} taken off ${category}. Money was collected on its fees from those below. Delete their payments and discounts first.`}
        </Typography>
        <List dense>
          {students.map(({ studentName, collected }, place) => (
            <ListItem key={place} disableGutters secondaryAction={showMoney(collected)}>
              <ListItemText primary={studentName} sx={{ pr: 12, overflowWrap: 'anywhere' }} />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
