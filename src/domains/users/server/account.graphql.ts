import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { languageChoice } from '#shared/languages.schema.ts'
import { deviceToSignOut, passwordChange } from '../account.schema.ts'
import {
  changePassword,
  chooseLanguage,
  listSignedInDevices,
  type SignedInDevice,
  signOutDevice,
  signOutOtherDevices,
} from './account.commands.ts'

const SignedInDeviceType = builder.objectRef<SignedInDevice>('SignedInDevice').implement({
  description: 'A device on which the viewer is signed in.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'Browser and system, such as "Chrome on Android".' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime' }),
    current: t.exposeBoolean('current', { description: 'Whether this is the device of the request.' }),
  }),
})

builder.queryField('signedInDevices', (t) => commandField(t, listSignedInDevices, { type: [SignedInDeviceType] }))

builder.mutationFields((t) => ({
  signOutDevice: commandField(t, signOutDevice, { type: 'Boolean', input: inputType('DeviceToSignOut', deviceToSignOut) }),
  signOutOtherDevices: commandField(t, signOutOtherDevices, { type: 'Int' }),
  chooseLanguage: commandField(t, chooseLanguage, { type: 'Boolean', input: inputType('LanguageChoice', languageChoice) }),
  changePassword: commandField(t, changePassword, { type: 'Boolean', input: inputType('PasswordChange', passwordChange) }),
}))
