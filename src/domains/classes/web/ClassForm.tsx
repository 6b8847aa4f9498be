import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { classForm, classUpdate } from '../classes.schema.ts'
import { AddClassDocument, UpdateClassDocument } from './classes.graphql.ts'

/** Form for a new class of the looked-at term. */
export function AddClassForm({ onDone }: { onDone?: () => void }) {
  const { schoolId, termId } = useActiveSchool()
  const command = useCommandForm({
    schema: classForm,
    mutation: AddClassDocument,
    defaultValues: { termId, name: '' },
    variables: ({ name }) => ({ schoolId, input: { termId, name } }),
    success: t`Class Added Successfully!`,
    resetOnSuccess: true,
    ...(onDone ? { onDone } : {}),
  })
  return (
    <CommandForm
      command={command}
      submitLabel={t`Add Class`}
      inDialog={onDone !== undefined}
      {...(onDone ? { onCancel: onDone } : {})}
    >
      <ClassFields />
    </CommandForm>
  )
}

/** Form for renaming a class. */
export function EditClassForm({ of, onDone }: { of: { id: string; name: string }; onDone: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: classUpdate,
    mutation: UpdateClassDocument,
    defaultValues: of,
    variables: ({ name }) => ({ schoolId, input: { id: of.id, name } }),
    success: t`Class Updated Successfully!`,
    onDone,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Class`} inDialog onCancel={onDone}>
      <ClassFields />
    </CommandForm>
  )
}

function ClassFields() {
  return (
    <FormWide>
      <TextField name="name" label={t`Class`} required autoFocus hint={t`Such as 7 or Nursery`} />
    </FormWide>
  )
}
