import type { z } from 'zod'
import { auditWithoutPerson } from '#platform/auditWithoutPerson.ts'
import { type Call, inputSchemas, parseInput } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { requireGuardian } from '#platform/guardians/sessions.ts'
import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { deviceAddress, deviceForm } from '../devices.schema.ts'
import { deleteGuardianDevice, saveGuardianDevice } from './devices.sql.ts'

interface DeviceCommand<Schema extends z.ZodType> {
  /** The action's name in the audit log. */
  action: string
  input: Schema
  /** Returns the id of the device; undefined when there is none. */
  run: (db: Tx, call: Call, session: string, input: z.output<Schema>) => Promise<number | undefined>
}

/** Defines a change of a guardian's own devices. It belongs to no school, so its audit row is the installation's. */
function deviceCommand<Schema extends z.ZodType>({ action, input: schema, run }: DeviceCommand<Schema>) {
  inputSchemas.push({ name: action, schema })
  return async (call: Call, rawInput: unknown): Promise<boolean> => {
    try {
      const { id: session } = await requireGuardian(call)
      const input = parseInput(schema, rawInput)
      return await call.database.transaction(0, async (db) => {
        const id = await run(db, call, session, input)
        const ids = id === undefined ? [] : [id]
        await auditWithoutPerson(db, 0, { role: 'GUARDIAN', action, ids, requestId: call.requestId })
        return id !== undefined
      })
    } catch (error) {
      throw asRefusal(error)
    }
  }
}

/** Registers a device for the guardian's notifications. BAD_INPUT on `endpoint` as for accounts. */
export const addGuardianDevice = deviceCommand({
  action: 'guardianDevice.add',
  input: deviceForm,
  run: async (db, { services }, session, input) => {
    const refusal = (message: string) => new Refusal('BAD_INPUT', message, [{ path: 'endpoint', message }])
    if (!services.push.allows(input.endpoint)) throw refusal(t`This browser's push service is not supported.`)
    const id = await saveGuardianDevice(db, session, input)
    if (id === undefined) throw refusal(t`This device cannot be added. Please switch notifications off and on again.`)
    return id
  },
})

/** Removes a device from the guardian's notifications. Returns false when it was not the guardian's. */
export const removeGuardianDevice = deviceCommand({
  action: 'guardianDevice.remove',
  input: deviceAddress,
  run: (db, _call, session, { endpoint }) => deleteGuardianDevice(db, session, endpoint),
})
