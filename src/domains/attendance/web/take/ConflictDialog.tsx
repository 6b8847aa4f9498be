import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useId, useState } from 'react'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { markCircle } from './markStyles.ts'
import { differences, marksToSend } from './sheet.ts'
import type { RegisterData, useRegister } from './useRegister.ts'
import styles from './ConflictDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'

interface ConflictDialogProps {
  state: ReturnType<typeof useRegister>
  register: RegisterData
  onClose: () => void
}

/** Compares the marks on this screen with those that somebody else has stored meanwhile; lists differences only. */
export function ConflictDialog({ state, register, onClose }: ConflictDialogProps) {
  const titleId = useId()
  const [error, setError] = useState<unknown>(null)
  const { refetch, sheet } = state
  useEffect(() => {
    refetch().catch(setError)
  }, [refetch])
  const different = sheet ? differences(register.rows, marksToSend(register.rows, sheet)) : []
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{register.sectionName} was taken twice</DialogTitle>
      <DialogContent>
        {error !== null && (
          <Alert kind="info" className={styles.alert}>
            The stored register could not be read: {genericMessage(failureOf(error))}
          </Alert>
        )}
        {different.length === 0 ? (
          <p>Your marks and the stored ones are the same.</p>
        ) : (
          <Table>
            <thead>
              <tr>
                <HeadCell>Student</HeadCell>
                <HeadCell>Stored</HeadCell>
                <HeadCell>You</HeadCell>
              </tr>
            </thead>
            <tbody>
              {different.map(({ row, mine }) => (
                <tr key={row.studentId}>
                  <Cell as="th" scope="row">
                    {row.roll} {row.name}
                  </Cell>
                  <Cell>
                    {row.mark && <Box sx={markCircle(row.mark, 28)}>{row.mark}</Box>} {row.note}
                  </Cell>
                  <Cell>
                    <Box sx={markCircle(mine.value, 28)}>{mine.value}</Box> {mine.note}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Go Back
        </Button>
        <Button
          variant="quiet"
          danger
          onClick={() => {
            onClose()
            void state.keepStored()
          }}
        >
          Keep the stored register
        </Button>
      </DialogActions>
    </Dialog>
  )
}
