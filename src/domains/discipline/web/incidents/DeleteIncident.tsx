import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showPoints } from '../../discipline.rules.ts'
import { deleteReason } from '../../discipline.schema.ts'
import { DeleteIncidentDocument, type IncidentRowFragment } from '../discipline.graphql.ts'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** Asks for a reason and deletes an incident. */
export function DeleteIncident({ incident, onClose }: { incident: IncidentRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: deleteReason,
    mutation: DeleteIncidentDocument,
    defaultValues: { reason: '' },
    variables: ({ reason }) => ({ schoolId, input: { id: incident.id, reason } }),
    success: t`Incident Deleted Successfully!`,
    failure: actionFailedMessage,
    onDone: onClose,
  })
  return (
    <Dialog title={t`Delete Incident`} onClose={onClose}>
      <CommandForm
        command={command}
        submitLabel={t`Delete Incident`}
        onCancel={onClose}
        cancelLabel={t`Go Back`}
        destructive
        inDialog
      >
        <FormWide>
          <Text>
            <Trans>
              Are you sure you want to delete <strong>{incident.typeName}</strong> ({showPoints(incident.points)}) of{' '}
              <strong>{incident.studentName}</strong> on {showDay(incident.day)}? It is removed from all lists and totals, and
              kept as deleted by you.
            </Trans>
          </Text>
          {incident.notify && (
            <Text>
              <Trans>A queued message about it is cancelled; a message that was already sent cannot be taken back.</Trans>
            </Text>
          )}
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" maxLength={300} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
