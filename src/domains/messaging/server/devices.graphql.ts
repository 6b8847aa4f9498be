import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { deviceAddress, deviceForm } from '../devices.schema.ts'
import { addDeviceToken, removeDeviceToken } from './devices.commands.ts'

builder.queryField('pushKey', (t) =>
  t.string({
    description: 'The public key that browsers subscribe to notifications with (VAPID, base64url).',
    resolve: (_, __, { services }) => services.push.publicKey,
  }),
)

builder.mutationFields((t) => ({
  addDeviceToken: commandField(t, addDeviceToken, { type: 'Boolean', input: inputType('DeviceForm', deviceForm) }),
  removeDeviceToken: commandField(t, removeDeviceToken, { type: 'Boolean', input: inputType('DeviceAddress', deviceAddress) }),
}))
