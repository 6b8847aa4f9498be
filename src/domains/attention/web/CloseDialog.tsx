import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { closeForm } from '../attention.schema.ts'
import { type AttentionDetailsFragment, CloseAttentionCaseDocument } from './attention.graphql.ts'

/** Closes a case by hand, with a reason. */
export default function CloseDialog({ details, onClose }: { details: AttentionDetailsFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: closeForm,
    mutation: CloseAttentionCaseDocument,
    defaultValues: { reason: '' },
    variables: ({ reason }) => ({ schoolId, input: { id: details.id, reason } }),
    success: t`Case closed`,
    onDone: onClose,
  })
  return (
    <Dialog title={t`Close the case of ${details.case.studentName}`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Close case`} onCancel={onClose} cancelLabel={t`Go Back`} inDialog>
        <FormWide>
          <Text>
            <Trans>
              It closes by itself when its reasons are gone. If you close it by hand, the same reasons do not open it again until
              they have gone and come back.
            </Trans>
          </Text>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" maxLength={500} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
