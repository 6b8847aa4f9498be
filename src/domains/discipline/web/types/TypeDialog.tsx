import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { incidentTypeForm } from '../../discipline.schema.ts'
import { AddIncidentTypeDocument, type IncidentTypeRowFragment, UpdateIncidentTypeDocument } from '../discipline.graphql.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The form that adds a type (`type` null) or updates one. */
export function TypeDialog({ type, onClose }: { type: IncidentTypeRowFragment | null; onClose: () => void }) {
  return (
    <Dialog title={type ? t`Edit Type` : t`Add Type`} onClose={onClose}>
      {type ? <UpdateForm type={type} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const command = useCommandForm({
    schema: incidentTypeForm,
    mutation: AddIncidentTypeDocument,
    defaultValues: { name: '', points: '' },
    success: ({ addIncidentType }) => t`${addIncidentType.name} has been added successfully!`,
    failure: (message) => t`The type has not been added. ${message}`,
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Type`} onCancel={onClose} inDialog>
      <TypeFields />
    </CommandForm>
  )
}

function UpdateForm({ type, onClose }: { type: IncidentTypeRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, name, points } = type
  const command = useCommandForm({
    schema: incidentTypeForm,
    mutation: UpdateIncidentTypeDocument,
    defaultValues: { name, points: String(points) },
    variables: (input) => ({ schoolId, input: { id, ...input } }),
    success: ({ updateIncidentType }) => t`${updateIncidentType.name} has been updated successfully!`,
    failure: (message) => t`The type was not updated. ${message}`,
    // Incidents show their type's name.
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Type`} onCancel={onClose} inDialog>
      <TypeFields />
    </CommandForm>
  )
}

function TypeFields() {
  return (
    <>
      <TextField
        name="name"
        label={t`Type`}
        required
        autoFocus
        autoComplete="off"
        maxLength={30}
        hint={t`At most 30 characters, the limit in messages`}
      />
      <TextField
        name="points"
        label={t`Points`}
        required
        type="number"
        inputMode="text"
        autoComplete="off"
        hint={t`Default points of its incidents, −100 to 100`}
      />
    </>
  )
}
