import { t } from '#shared/texts.ts'
import { command } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { deviceAddress, deviceForm } from '../devices.schema.ts'
import { deviceActions } from './devices.permissions.ts'
import { deleteDevice, saveDevice } from './devices.sql.ts'

/**
 * Registers a device for the viewer's notifications. It stops notifying any other account. BAD_INPUT on `endpoint` when
 * it is not the address of a push service.
 */
export const addDeviceToken = command({
  action: deviceActions.add,
  input: deviceForm,
  run: async ({ db, call, viewer, input }) => {
    const endpointRefusal = (message: string) => new Refusal('BAD_INPUT', message, [{ path: 'endpoint', message }])
    if (!call.services.push.allows(input.endpoint)) throw endpointRefusal(t`This browser's push service is not supported.`)
    const id = await saveDevice(db, viewer.subject, input)
    if (id === undefined) throw endpointRefusal(t`This device cannot be added. Please switch notifications off and on again.`)
    return { result: true, ids: [id], fields: ['endpoint'] }
  },
})

/** Removes a device from the viewer's notifications. Returns false when it was not the viewer's. */
export const removeDeviceToken = command({
  action: deviceActions.remove,
  input: deviceAddress,
  run: async ({ db, viewer, input }) => {
    const id = await deleteDevice(db, viewer.subject, input.endpoint)
    return { result: id !== undefined, ids: id === undefined ? [] : [id] }
  },
})
