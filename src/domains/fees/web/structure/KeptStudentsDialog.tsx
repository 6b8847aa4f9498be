import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import { useId } from 'react'
import { countWithNoun, plural } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'
import type { UnassignFeeCategoryMutation } from './assignments.graphql.ts'
import styles from './KeptStudentsDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'

export interface KeptStudents {
  /** Number of students removed. */
  changed: number
  students: UnassignFeeCategoryMutation['unassignFeeCategory']['kept']
}

/** Names the students who stay on a category, with the money collected from them. */
export function KeptStudentsDialog({ category, kept, onClose }: { category: string; kept: KeptStudents; onClose: () => void }) {
  const titleId = useId()
  const { changed, students } = kept
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{`${countWithNoun(students.length, 'student')} not removed`}</DialogTitle>
      <DialogContent>
        <Text>
          {`${countWithNoun(changed, 'student')} ${plural(changed, 'was', 'were')} removed from ${category}. The students below have payments or discounts on its fees. Delete these first.`}
        </Text>
        <List dense>
          {students.map(({ studentName, collected }, index) => (
            <ListItem key={index} disableGutters secondaryAction={showMoney(collected)}>
              <ListItemText primary={studentName} className={styles.box} />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
