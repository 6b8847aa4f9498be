import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { deviceAddress, deviceForm } from '../devices.schema.ts'
import { addDeviceToken, removeDeviceToken } from './devices.commands.ts'

builder.queryField('pushKey', (t) =>
  t.string({
    description: 'What browsers subscribe with: the public key of this installation (VAPID, base64url).',
    resolve: (_, __, { services }) => services.push.publicKey,
  }),
)

builder.mutationFields((t) => ({
  addDeviceToken: t.boolean({
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeviceForm', deviceForm) }) },
    resolve: (_, { schoolId, input }, call) => addDeviceToken(call, schoolId, input),
  }),
  removeDeviceToken: t.boolean({
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeviceAddress', deviceAddress) }) },
    resolve: (_, { schoolId, input }, call) => removeDeviceToken(call, schoolId, input),
  }),
}))
