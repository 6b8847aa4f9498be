import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { endConcessionForm } from '../../concessions.schema.ts'
import type { ConcessionFactsFragment } from '../counter/collectFees.graphql.ts'
import { EndConcessionDocument } from './concessions.graphql.ts'

/** The dialog that asks for the last day and a reason, and ends a concession. */
export function EndConcession({ concession, onClose }: { concession: ConcessionFactsFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { kindName, studentName } = concession
  const command = useCommandForm({
    schema: endConcessionForm,
    mutation: EndConcessionDocument,
    defaultValues: { endedOn: schoolDay(new Date()), reason: '' },
    variables: (input, key) => ({ schoolId, input: { key, id: concession.id, ...input } }),
    success: t`${kindName} of ${studentName} ends.`,
    failure: onceFailedMessage,
    onDone: onClose,
  })
  return (
    <Dialog title={t`End ${kindName}`} onClose={command.saving ? undefined : onClose}>
      <CommandForm
        command={command}
        submitLabel={t`End Concession`}
        cancelLabel={t`Go Back`}
        onCancel={onClose}
        inDialog
        destructive
      >
        <FormWide>
          <Trans>Fees of {studentName} that are due in later months are asked in full again. What is paid stays paid.</Trans>
        </FormWide>
        <DateField name="endedOn" label={t`Last day`} required hint={t`A day before it starts takes it back as a whole`} />
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" maxLength={200} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
