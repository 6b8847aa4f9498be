import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { busForm } from '../buses.schema.ts'
import { AddBusDocument, type BusRowFragment, UpdateBusDocument } from './buses.graphql.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The form that adds a bus (`bus` null) or updates one. */
export function BusDialog({ bus, onClose }: { bus: BusRowFragment | null; onClose: () => void }) {
  return (
    <Dialog title={bus ? t`Edit Bus` : t`Add Bus`} onClose={onClose}>
      {bus ? <UpdateForm bus={bus} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: busForm,
    mutation: AddBusDocument,
    defaultValues: { busno: '', deviceId: '', gpsId: '', simNumber: '' },
    variables: (input) => ({ schoolId, input }),
    success: t`Bus Has Been Successfully Added`,
    failure: () => t`The Bus Has Not Been Added`,
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Bus`} onCancel={onClose} inDialog>
      <BusFields />
    </CommandForm>
  )
}

function UpdateForm({ bus, onClose }: { bus: BusRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, busno, deviceId, gpsId, simNumber } = bus
  const command = useCommandForm({
    schema: busForm,
    mutation: UpdateBusDocument,
    defaultValues: { busno, deviceId, gpsId, simNumber },
    variables: (input) => ({ schoolId, input: { id, ...input } }),
    success: t`Bus Has Been Successfully Updated`,
    failure: () => t`The bus was not updated`,
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Bus`} onCancel={onClose} inDialog>
      <BusFields />
    </CommandForm>
  )
}

function BusFields() {
  return (
    <>
      <TextField
        name="busno"
        label={t`Bus No.`}
        required
        autoFocus
        autoComplete="off"
        hint={t`As painted on the bus, such as MH 12 AB 1234`}
      />
      <TextField name="deviceId" label={t`Device ID`} required autoComplete="off" />
      <TextField name="gpsId" label={t`GPS ID`} autoComplete="off" />
      <TextField name="simNumber" label={t`SIM Number`} required autoComplete="off" hint={t`The SIM card in the device`} />
    </>
  )
}
