import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { genericMessage } from '#ui/problems.ts'
import { cancelForm } from '../../certificates.schema.ts'
import { formatFailure } from '../certificateWords.ts'
import { forgetCertificates, forgetEnabled } from '../lists.ts'
import { CancelCertificateDocument, type CertificateRowFragment } from './certificateList.graphql.ts'

const cancellation = cancelForm.pick({ reason: true, enableStudent: true })

/** Cancels a certificate: it stays in the register, and says so wherever its code is read. */
export function CancelDialog({ certificate, onClose }: { certificate: CertificateRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const { id, serial, copy, studentId, studentName } = certificate
  const what = copy === 0 ? `certificate no. ${serial}` : `duplicate ${copy} of certificate no. ${serial}`
  const command = useCommandForm({
    schema: cancellation,
    mutation: CancelCertificateDocument,
    defaultValues: { reason: '', enableStudent: false },
    variables: ({ reason, enableStudent }) => ({ schoolId, input: { id, reason, enableStudent } }),
    success: `The ${what} is cancelled.`,
    failure: (_, failure) => formatFailure(genericMessage(failure)),
    update: (cache, _, { variables }) => {
      forgetCertificates(cache)
      if (variables?.input.enableStudent) forgetEnabled(cache, studentId, true)
    },
    onDone: onClose,
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>{`Cancel ${what}?`}</DialogTitle>
      <CommandForm
        command={command}
        submitLabel="Cancel Certificate"
        onCancel={onClose}
        cancelLabel="Go Back"
        destructive
        inDialog
      >
        <FormWide>
          <Typography>
            {`The paper of ${studentName} is worth nothing from then on, and whoever reads its code is told so. It stays in the register with its number, which is not given again. This cannot be undone.`}
            {copy === 0 && ' Its duplicates are cancelled with it, and another certificate can be made.'}
          </Typography>
        </FormWide>
        <FormWide>
          <TextField name="reason" label="Why it is cancelled" required maxLength={300} />
        </FormWide>
        {copy === 0 && (
          <FormWide>
            <SwitchField name="enableStudent" label={`Enable ${studentName} again, if disabled`} />
          </FormWide>
        )}
      </CommandForm>
    </Dialog>
  )
}
