import { plural, t } from '@lingui/core/macro'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { publishForm } from '../../publishing.schema.ts'
import { TellFamiliesField } from '../results/TellFamiliesField.tsx'
import { PublishSupplementaryDocument } from './reexamination.graphql.ts'

interface PublishDialogProps {
  sectionId: string
  name: string
  /** Students with all second marks and without a card. */
  students: number
  onClose: () => void
}

const publication = publishForm.pick({ visibleFrom: true, tellFamilies: true, promotedTo: true })

/** Publishes cards of the students who were examined again, beside those of their section. */
export function PublishDialog({ sectionId, name, students, onClose }: PublishDialogProps) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: publication,
    mutation: PublishSupplementaryDocument,
    defaultValues: { visibleFrom: schoolDay(new Date()), tellFamilies: false, promotedTo: '' },
    variables: (values, key) => ({ schoolId, input: { ...values, key, sectionId, supplementary: true } }),
    success: ({ publishResults: { cards } }) =>
      plural(cards, { one: '# report card was published', other: '# report cards were published' }),
    onDone: onClose,
  })
  return (
    <Dialog title={t`Publish results of ${name}?`} onClose={onClose} closesBeside={false}>
      <CommandForm command={command} submitLabel={t`Publish results`} onCancel={onClose} inDialog>
        <FormWide>
          <Text>
            {plural(students, {
              one: '# student who was examined again gets a new report card. The cards of the others stay as they are.',
              other: '# students who were examined again get new report cards. The cards of the others stay as they are.',
            })}
          </Text>
        </FormWide>
        <DateField name="visibleFrom" label={t`Families see the cards from`} required hint={t`Nobody at home sees them before`} />
        <TellFamiliesField />
        <FormWide>
          <TextField
            name="promotedTo"
            label={t`Promoted to class`}
            maxLength={60}
            hint={t`Printed for those who have passed; empty if it is not said`}
          />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
