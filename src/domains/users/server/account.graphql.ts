import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { deviceToSignOut, passwordChange } from '../account.schema.ts'
import {
  changePassword,
  listSignedInDevices,
  type SignedInDevice,
  signOutDevice,
  signOutOtherDevices,
} from './account.commands.ts'

const SignedInDeviceType = builder.objectRef<SignedInDevice>('SignedInDevice').implement({
  description: 'A device on which the viewer is signed in.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'Browser and system in words.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime' }),
    current: t.exposeBoolean('current', { description: 'The device that asks.' }),
  }),
})

builder.queryField('signedInDevices', (t) =>
  t.field({
    type: [SignedInDeviceType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listSignedInDevices(call, schoolId, {}),
  }),
)

builder.mutationFields((t) => ({
  signOutDevice: t.boolean({
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeviceToSignOut', deviceToSignOut) }) },
    resolve: (_, { schoolId, input }, call) => signOutDevice(call, schoolId, input),
  }),
  signOutOtherDevices: t.int({
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => signOutOtherDevices(call, schoolId, {}),
  }),
  changePassword: t.boolean({
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('PasswordChange', passwordChange) }) },
    resolve: (_, { schoolId, input }, call) => changePassword(call, schoolId, input),
  }),
}))
