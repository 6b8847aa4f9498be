import { useDataClient } from '#ui/data/DataProvider.tsx'
import { z } from 'zod'
import { countWithNoun } from '#shared/plural.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { erasure } from '../privacy.schema.ts'
import { EraseStudentDocument, type StudentPrivacyFactsFragment } from './privacy.graphql.ts'
import styles from './EraseStudent.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

const form = z.object({ name: erasure.shape.name })

interface EraseStudentProps {
  student: { id: string; name: string }
  privacy: StudentPrivacyFactsFragment
  onClose: () => void
}

/** Shows what an erasure removes and keeps, and asks for the name; or shows why it is not possible yet. */
export function EraseStudent({ student, privacy, onClose }: EraseStudentProps) {
  return (
    <Dialog title="Erase Student" onClose={onClose}>
      {privacy.whyNot.length > 0 ? (
        <>
          <DialogBody>
            <Alert kind="warning">
              <strong>{student.name}</strong> cannot be erased yet:
              <ul className={styles.list}>
                {privacy.whyNot.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </Alert>
          </DialogBody>
          <DialogActions>
            <Button variant="quiet" onClick={onClose} autoFocus>
              Go Back
            </Button>
          </DialogActions>
        </>
      ) : (
        <EraseForm student={student} privacy={privacy} onClose={onClose} />
      )}
    </Dialog>
  )
}

function EraseForm({ student, privacy: { counts }, onClose }: EraseStudentProps) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const command = useCommandForm({
    schema: form,
    mutation: EraseStudentDocument,
    defaultValues: { name: '' },
    variables: ({ name }) => ({ schoolId, input: { id: student.id, name } }),
    success: 'Student Erased Successfully!',
    failure: actionFailedMessage,
    onDone: () => {
      onClose()
      // Any cached data may contain the student's name.
      void client.forgetAll()
    },
  })
  const removed = [
    'name, parents, birth, address, phones, e-mails and numbers',
    'caste, religion and health',
    'Aadhaar and photo',
    ...(counts.account ? ['the account and its devices'] : []),
    ...countedLine(counts.files, 'file'),
    ...countedLine(counts.chat, 'chat message'),
    ...countedLine(counts.scans, 'scan at the gate', 'scans at the gate'),
    ...(counts.messages > 0 ? [`texts and phones of ${countWithNoun(counts.messages, 'message')}`] : []),
    ...(counts.incidents > 0 ? [`texts of ${countWithNoun(counts.incidents, 'incident')}`] : []),
    'notes in registers, and the pay link of the phone',
  ]
  const kept = [
    ...countedLine(counts.payments, 'payment with its receipt number', 'payments with their receipt numbers'),
    ...countedLine(counts.marks, 'mark in registers', 'marks in registers'),
    ...(counts.certificates > 0
      ? [
          `${countWithNoun(counts.certificates, 'issued certificate')} as issued, with the names, because the law requires this register`,
        ]
      : []),
    'enrolments, points of incidents, and the audit log, which holds no values',
  ]
  return (
    <CommandForm command={command} submitLabel="Erase Student" cancelLabel="Go Back" onCancel={onClose} destructive inDialog>
      <FormWide>
        <Text>
          <strong>{student.name}</strong> becomes “Erased student {student.id}” in every list, receipt and report. This cannot be
          reversed.
        </Text>
        <Lines title="What goes" lines={removed} />
        <Lines title="What stays" lines={kept} />
        <Text tone="quiet" size="small">
          Exports and ID cards of this student only are removed too. Reports and ID cards of several students still name the
          student until their files expire, after at most 30 days. Backups do until they are rotated out.
        </Text>
      </FormWide>
      <FormWide>
        <TextField name="name" label="Type the student’s name" required autoComplete="off" />
      </FormWide>
    </CommandForm>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <Text as="h3" className={styles.strong}>
        {title}
      </Text>
      <ul className={styles.linesList}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function countedLine(count: number, one: string, several?: string): string[] {
  return count > 0 ? [countWithNoun(count, one, several)] : []
}
