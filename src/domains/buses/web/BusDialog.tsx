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
    <Dialog title={bus ? 'Edit Bus' : 'Add Bus'} onClose={onClose}>
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
    success: 'Bus Has Been Successfully Added',
    failure: () => 'The Bus Has Not Been Added',
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel="Add Bus" onCancel={onClose} inDialog>
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
    success: 'Bus Has Been Successfully Updated',
    failure: () => 'The bus was not updated',
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel="Update Bus" onCancel={onClose} inDialog>
      <BusFields />
    </CommandForm>
  )
}

function BusFields() {
  return (
    <>
      <TextField
        name="busno"
        label="Bus No."
        required
        autoFocus
        autoComplete="off"
        hint="As painted on the bus, such as MH 12 AB 1234"
      />
      <TextField name="deviceId" label="Device ID" required autoComplete="off" />
      <TextField name="gpsId" label="GPS ID" autoComplete="off" />
      <TextField name="simNumber" label="SIM Number" required autoComplete="off" hint="The SIM card in the device" />
    </>
  )
}
