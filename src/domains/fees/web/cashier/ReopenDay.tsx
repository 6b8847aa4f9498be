import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { reopenDayForm } from '../../cashier.schema.ts'
import { type ClosingPaperFragment, ReopenDayDocument } from './cashier.graphql.ts'

/** The dialog in which an admin opens a closed day again, with the reason. */
export default function ReopenDay({ closing, onClose }: { closing: ClosingPaperFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, clerkName } = closing
  const day = showDay(closing.day)
  const command = useCommandForm({
    schema: reopenDayForm,
    mutation: ReopenDayDocument,
    defaultValues: { reason: '' },
    variables: (input, key) => ({ schoolId, input: { ...input, key, id } }),
    success: t`${day} of ${clerkName} is open again`,
    failure: onceFailedMessage,
    onDone: onClose,
  })
  return (
    <Dialog title={t`Open the day again`} onClose={command.saving ? undefined : onClose}>
      <CommandForm command={command} submitLabel={t`Open the day again`} onCancel={onClose} inDialog>
        <FormWide>
          <Trans>
            {clerkName} can take money on {day} again, and must count and close the day once more. This sheet is kept, with your
            name and the reason.
          </Trans>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required maxLength={200} autoComplete="off" />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
