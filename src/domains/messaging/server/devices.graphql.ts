import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { deviceAddress, deviceForm } from '../devices.schema.ts'
import { addDeviceToken, removeDeviceToken } from './devices.commands.ts'
import { addGuardianDevice, removeGuardianDevice } from './guardianDevices.commands.ts'

builder.queryField('pushKey', (t) =>
  t.string({
    description: 'The public key that browsers subscribe to notifications with (VAPID, base64url).',
    resolve: (_, __, { services }) => services.push.publicKey,
  }),
)

builder.mutationFields((t) => ({
  addDeviceToken: commandField(t, addDeviceToken, { type: 'Boolean', input: inputType('DeviceForm', deviceForm) }),
  removeDeviceToken: commandField(t, removeDeviceToken, { type: 'Boolean', input: inputType('DeviceAddress', deviceAddress) }),
  addGuardianDevice: t.field({
    type: 'Boolean',
    description: 'Notifies a guardian who is signed in on this device, of messages to the phone.',
    args: { input: t.arg({ type: inputType('DeviceForm', deviceForm) }) },
    resolve: (_, { input }, call) => addGuardianDevice(call, input),
  }),
  removeGuardianDevice: t.field({
    type: 'Boolean',
    args: { input: t.arg({ type: inputType('DeviceAddress', deviceAddress) }) },
    resolve: (_, { input }, call) => removeGuardianDevice(call, input),
  }),
}))
