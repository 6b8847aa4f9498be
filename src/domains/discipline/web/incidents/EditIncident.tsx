import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { incidentFields } from '../../discipline.schema.ts'
import { type IncidentRowFragment, UpdateIncidentDocument } from '../discipline.graphql.ts'
import { IncidentFields } from './IncidentFields.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** Edits an incident; its student cannot be changed. */
export function EditIncident({ incident, onClose }: { incident: IncidentRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, version, typeId, typeName, points, day, note, actionTaken, notify } = incident
  const command = useCommandForm({
    schema: incidentFields,
    mutation: UpdateIncidentDocument,
    defaultValues: { typeId, points: String(points), day, note, actionTaken, notify },
    variables: (input) => ({ schoolId, input: { ...input, id, version, typeId: String(input.typeId) } }),
    success: t`Incident Updated Successfully!`,
    failure: (message) => t`The incident was not updated. ${message}`,
    onDone: onClose,
  })
  return (
    <Dialog title={t`Edit Incident of ${incident.studentName}`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Update Incident`} onCancel={onClose} inDialog>
        <IncidentFields currentType={{ id: typeId, name: typeName }} />
      </CommandForm>
    </Dialog>
  )
}
