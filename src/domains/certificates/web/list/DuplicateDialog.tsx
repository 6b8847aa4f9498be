import { t } from '@lingui/core/macro'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { usePdf } from '#ui/usePdf.ts'
import { genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { duplicateForm } from '../../certificates.schema.ts'
import { formatFailureText, generatedText } from '../certificateTexts.ts'
import { type CertificateRowFragment, IssueDuplicateDocument } from './certificateList.graphql.ts'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

const reasonForm = duplicateForm.pick({ reason: true })

/** The dialog for issuing a duplicate of a lost certificate. It downloads the PDF afterwards. */
export function DuplicateDialog({ certificate, onClose }: { certificate: CertificateRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const makePdf = usePdf()
  const { id, serial, studentName, duplicates } = certificate
  const command = useCommandForm({
    schema: reasonForm,
    mutation: IssueDuplicateDocument,
    defaultValues: { reason: '' },
    variables: ({ reason }, key) => ({ schoolId, input: { key, id, reason } }),
    failure: (_, failure) => (isDefiniteAnswer(failure) ? formatFailureText(genericMessage(failure)) : unknownOutcomeMessage),
    onDone: (data) => {
      onClose()
      makePdf('leavingCertificate', { certificateId: data.issueDuplicate.id }).then(
        () => showSuccess(generatedText),
        (error: unknown) => showError(error instanceof Error ? error.message : pdfFailedMessage),
      )
    },
  })
  return (
    <Dialog title={t`Issue a duplicate`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Issue Duplicate`} onCancel={onClose} inDialog>
        <FormWide>
          <Text>
            {t`Duplicate ${duplicates + 1} of certificate no. ${serial}, ${studentName}: the same paper with the same number, marked DUPLICATE. It is entered in the register; the original stays valid.`}
          </Text>
          <TextField name="reason" label={t`Reason for the duplicate`} required autoFocus maxLength={300} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
