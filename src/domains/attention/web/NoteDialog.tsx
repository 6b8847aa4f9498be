import { t } from '@lingui/core/macro'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { failedOrUnknownMessage } from '#ui/requestKey.ts'
import { noteForm } from '../attention.schema.ts'
import { AddAttentionNoteDocument, type AttentionDetailsFragment } from './attention.graphql.ts'

interface NoteDialogProps {
  details: AttentionDetailsFragment
  kind: 'CALL' | 'NOTE'
  onClose: () => void
}

/** Records a call with what was said, or a note, with what was agreed and a day to look again. */
export default function NoteDialog({ details, kind, onClose }: NoteDialogProps) {
  const { schoolId } = useActiveSchool()
  const isCall = kind === 'CALL'
  const command = useCommandForm({
    schema: noteForm,
    mutation: AddAttentionNoteDocument,
    defaultValues: { kind, day: schoolDay(new Date()), person: '', said: '', agreed: '', lookAgainOn: '' },
    variables: ({ lookAgainOn, ...input }, key) => ({
      schoolId,
      input: { ...input, key, id: details.id, ...(lookAgainOn !== undefined && { lookAgainOn }) },
    }),
    success: isCall ? t`Call recorded` : t`Note added`,
    failure: failedOrUnknownMessage(t`This was not saved.`),
    onDone: onClose,
  })
  const name = details.case.studentName
  return (
    <Dialog title={isCall ? t`Call about ${name}` : t`Note about ${name}`} onClose={onClose}>
      <CommandForm command={command} submitLabel={isCall ? t`Save the call` : t`Save the note`} onCancel={onClose} inDialog>
        {isCall && (
          <TextField
            name="person"
            label={t`Who was called`}
            required
            autoComplete="off"
            maxLength={100}
            hint={t`Such as: mother`}
          />
        )}
        <DateField name="day" label={t({ message: 'When', context: 'a call' })} required />
        <FormWide>
          <TextField name="said" label={isCall ? t`What was said` : t`Note`} required lines={3} />
        </FormWide>
        <FormWide>
          <TextField name="agreed" label={t`What was agreed`} lines={2} hint={t`It is shown in the list`} />
        </FormWide>
        <DateField
          name="lookAgainOn"
          label={t`Look again on`}
          hint={t`Until then the case waits. If left blank, it stays in the list`}
        />
      </CommandForm>
    </Dialog>
  )
}
