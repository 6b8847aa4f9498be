import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { MarkBadge } from './MarkBadge.tsx'
import { differences, marksToSend } from './sheet.ts'
import type { RegisterData, useRegister } from './useRegister.ts'
import styles from './ConflictDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

interface ConflictDialogProps {
  state: ReturnType<typeof useRegister>
  register: RegisterData
  onClose: () => void
}

/** Compares the marks on this screen with those that somebody else has stored meanwhile; lists differences only. */
export function ConflictDialog({ state, register, onClose }: ConflictDialogProps) {
  const [error, setError] = useState<unknown>(null)
  const { refetch, sheet } = state
  useEffect(() => {
    refetch().catch(setError)
  }, [refetch])
  const { sectionName } = register
  const reason = error === null ? '' : genericMessage(failureOf(error))
  const different = sheet ? differences(register.rows, marksToSend(register.rows, sheet)) : []
  return (
    <Dialog title={t`${sectionName} was taken twice`} onClose={onClose}>
      <DialogBody>
        {error !== null && (
          <Alert kind="info" className={styles.alert}>
            {t`The saved register could not be read: ${reason}`}
          </Alert>
        )}
        {different.length === 0 ? (
          <p>
            <Trans>Your marks and the saved ones are the same.</Trans>
          </p>
        ) : (
          <Table>
            <thead>
              <tr>
                <HeadCell>
                  <Trans>Student</Trans>
                </HeadCell>
                <HeadCell>
                  <Trans>Saved</Trans>
                </HeadCell>
                <HeadCell>
                  <Trans>You</Trans>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {different.map(({ row, mine }) => (
                <tr key={row.studentId}>
                  <Cell as="th" scope="row">
                    {row.roll} {row.name}
                  </Cell>
                  <Cell>
                    {row.mark && <MarkBadge mark={row.mark} />} {row.note}
                  </Cell>
                  <Cell>
                    <MarkBadge mark={mine.value} /> {mine.note}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Go Back</Trans>
        </Button>
        <Button
          variant="quiet"
          danger
          onClick={() => {
            onClose()
            void state.keepStored()
          }}
        >
          <Trans>Keep the saved register</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
