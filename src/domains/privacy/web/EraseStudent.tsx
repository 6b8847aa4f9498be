import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { z } from 'zod'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { erasureWaitingDays } from '../erasures.rules.ts'
import { erasure } from '../privacy.schema.ts'
import {
  AskForErasureDocument,
  EraseStudentDocument,
  StudentPrivacyDocument,
  type StudentPrivacyFactsFragment,
} from './privacy.graphql.ts'
import styles from './EraseStudent.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

const form = z.object({ name: erasure.shape.name })

interface ErasureProps {
  student: { id: string; name: string }
  onClose: () => void
}

interface EraseStudentProps extends ErasureProps {
  /** True for a person who may ask for the erasure only. */
  asks: boolean
}

/** Shows what an erasure removes and keeps, and asks for the name; or shows why it is not possible yet. */
export function EraseStudent({ student, asks, onClose }: EraseStudentProps) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(StudentPrivacyDocument, {
    variables: { schoolId, id: student.id },
    // Pending money and messages may have changed.
    fetchPolicy: 'read-once',
  })
  const privacy = data?.studentPrivacy
  return (
    <Dialog title={asks ? t`Ask for the Erasure` : t`Erase Student`} onClose={onClose}>
      {!privacy ? (
        <DialogBody>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={4} />}
        </DialogBody>
      ) : privacy.whyNot.length > 0 ? (
        <>
          <DialogBody>
            <Alert kind="warning">
              <Trans>
                <strong>{student.name}</strong> cannot be erased yet:
              </Trans>
              <ul className={styles.list}>
                {privacy.whyNot.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </Alert>
          </DialogBody>
          <DialogActions>
            <Button variant="quiet" onClick={onClose} autoFocus>
              <Trans>Go Back</Trans>
            </Button>
          </DialogActions>
        </>
      ) : asks ? (
        <AskForm student={student} privacy={privacy} onClose={onClose} />
      ) : (
        <EraseForm student={student} privacy={privacy} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface FormProps extends ErasureProps {
  privacy: StudentPrivacyFactsFragment
}

function EraseForm({ student, privacy, onClose }: FormProps) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const command = useCommandForm({
    schema: form,
    mutation: EraseStudentDocument,
    defaultValues: { name: '' },
    variables: ({ name }) => ({ schoolId, input: { id: student.id, name } }),
    success: t`Student Erased Successfully!`,
    failure: actionFailedMessage,
    onDone: () => {
      onClose()
      // Any cached data may contain the student's name.
      void client.forgetAll()
    },
  })
  return (
    <CommandForm
      command={command}
      submitLabel={t`Erase Student`}
      cancelLabel={t`Go Back`}
      onCancel={onClose}
      destructive
      inDialog
    >
      <Consequences student={student} privacy={privacy} />
    </CommandForm>
  )
}

function AskForm({ student, privacy, onClose }: FormProps) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: form,
    mutation: AskForErasureDocument,
    defaultValues: { name: '' },
    variables: ({ name }) => ({ schoolId, input: { id: student.id, name } }),
    success: t`The erasure was asked for.`,
    failure: actionFailedMessage,
    alsoChanges: ['students'],
    onDone: onClose,
  })
  return (
    <CommandForm
      command={command}
      submitLabel={t`Ask for the Erasure`}
      cancelLabel={t`Go Back`}
      onCancel={onClose}
      destructive
      inDialog
    >
      <FormWide>
        <Alert kind="info">
          {t`A super administrator erases the student, or the server does after ${erasureWaitingDays} days. Until then it can be stopped.`}
        </Alert>
      </FormWide>
      <Consequences student={student} privacy={privacy} />
    </CommandForm>
  )
}

/** What goes and what stays, and the field for the name. */
function Consequences({ student: { id, name }, privacy: { counts } }: Omit<FormProps, 'onClose'>) {
  const removed = [
    t`name, parents, birth, address, phones, e-mails and numbers`,
    t`caste, religion and health`,
    t`Aadhaar and photo`,
    ...(counts.account ? [t`the account and its devices`] : []),
    ...(counts.files > 0 ? [plural(counts.files, { one: '# file', other: '# files' })] : []),
    ...(counts.chat > 0 ? [plural(counts.chat, { one: '# chat message', other: '# chat messages' })] : []),
    ...(counts.scans > 0 ? [plural(counts.scans, { one: '# scan at the gate', other: '# scans at the gate' })] : []),
    ...(counts.messages > 0
      ? [plural(counts.messages, { one: 'texts and phones of # message', other: 'texts and phones of # messages' })]
      : []),
    ...(counts.incidents > 0 ? [plural(counts.incidents, { one: 'texts of # incident', other: 'texts of # incidents' })] : []),
    t`notes in registers, and the pay link of the phone`,
  ]
  const kept = [
    ...(counts.payments > 0
      ? [
          plural(counts.payments, {
            one: '# payment with its receipt number',
            other: '# payments with their receipt numbers',
          }),
        ]
      : []),
    ...(counts.marks > 0 ? [plural(counts.marks, { one: '# mark in registers', other: '# marks in registers' })] : []),
    ...(counts.certificates > 0
      ? [
          plural(counts.certificates, {
            one: '# issued certificate as issued, with the names, because the law requires this register',
            other: '# issued certificates as issued, with the names, because the law requires this register',
          }),
        ]
      : []),
    ...(counts.reportCards > 0
      ? [
          plural(counts.reportCards, {
            one: '# published report card as published, with the name, because the school has certified it',
            other: '# published report cards as published, with the names, because the school has certified them',
          }),
        ]
      : []),
    t`enrolments, points of incidents, and the audit log, which holds no values`,
  ]
  return (
    <>
      <FormWide>
        <Text>
          <Trans>
            <strong>{name}</strong> becomes “Erased student {id}” in every list, receipt and report. This cannot be reversed.
          </Trans>
        </Text>
        <Lines title={t`What goes`} lines={removed} />
        <Lines title={t`What stays`} lines={kept} />
        <Text tone="quiet" size="small">
          <Trans>
            Exports and ID cards of this student only are removed too. Reports and ID cards of several students still name the
            student until their files expire, after at most 30 days. Backups do until they are rotated out.
          </Trans>
        </Text>
      </FormWide>
      <FormWide>
        <TextField name="name" label={t`Type the student’s name`} required autoComplete="off" />
      </FormWide>
    </>
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
