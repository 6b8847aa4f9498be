import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { genericMessage } from '#ui/problems.ts'
import { cancelForm } from '../../certificates.schema.ts'
import { formatFailureText } from '../certificateTexts.ts'
import { CancelCertificateDocument, type CertificateRowFragment } from './certificateList.graphql.ts'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

const cancellation = cancelForm.pick({ reason: true, enableStudent: true })

/** The dialog for cancelling a certificate. It stays in the register, and its public page says that it is cancelled. */
export function CancelDialog({ certificate, onClose }: { certificate: CertificateRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, serial, copy, studentName } = certificate
  const command = useCommandForm({
    schema: cancellation,
    mutation: CancelCertificateDocument,
    defaultValues: { reason: '', enableStudent: false },
    variables: ({ reason, enableStudent }) => ({ schoolId, input: { id, reason, enableStudent } }),
    success:
      copy === 0
        ? t`The certificate no. ${serial} was cancelled.`
        : t`The duplicate ${copy} of certificate no. ${serial} was cancelled.`,
    failure: (_, failure) => formatFailureText(genericMessage(failure)),
    alsoChanges: ['students'],
    onDone: onClose,
  })
  return (
    <Dialog
      title={copy === 0 ? t`Cancel certificate no. ${serial}?` : t`Cancel duplicate ${copy} of certificate no. ${serial}?`}
      onClose={onClose}
    >
      <CommandForm
        command={command}
        submitLabel={t`Cancel Certificate`}
        onCancel={onClose}
        cancelLabel={t`Go Back`}
        destructive
        inDialog
      >
        <FormWide>
          <Text>
            {t`The certificate of ${studentName} becomes invalid, and its QR code shows that it was cancelled. It stays in the register, and its number is not used again. This cannot be undone.`}
            {copy === 0 && <> {t`Its duplicates are cancelled too, and another certificate can be made.`}</>}
          </Text>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Why it is cancelled`} required maxLength={300} />
        </FormWide>
        {copy === 0 && (
          <FormWide>
            <SwitchField name="enableStudent" label={t`Enable ${studentName} again, if disabled`} />
          </FormWide>
        )}
      </CommandForm>
    </Dialog>
  )
}
