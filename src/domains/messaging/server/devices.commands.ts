import { command } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { deviceAddress, deviceForm } from '../devices.schema.ts'
import { deviceActions } from './devices.permissions.ts'
import { forgetDevice, keepDevice } from './devices.sql.ts'

/**
 * Notifies the viewer on a device from now on, and nobody else.
 * BAD_INPUT on `endpoint` when it is not the address of a push service.
 */
export const addDeviceToken = command({
  action: deviceActions.add,
  input: deviceForm,
  run: async ({ db, call, viewer, input }) => {
    const foreign = (message: string) => new Refusal('BAD_INPUT', message, [{ path: 'endpoint', message }])
    if (!call.services.push.allows(input.endpoint)) throw foreign("This browser's push service is not known here.")
    const id = await keepDevice(db, viewer.subject, input)
    if (id === undefined) throw foreign('This device cannot be added. Please switch notifications off and on again.')
    return { result: true, ids: [id], fields: ['endpoint'] }
  },
})

/** Notifies the viewer on a device no more. False where it was not the viewer's. */
export const removeDeviceToken = command({
  action: deviceActions.remove,
  input: deviceAddress,
  run: async ({ db, viewer, input }) => {
    const id = await forgetDevice(db, viewer.subject, input.endpoint)
    return { result: id !== undefined, ids: id === undefined ? [] : [id] }
  },
})
