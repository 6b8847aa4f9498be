import { action } from '#platform/action.ts'
import { roles } from '#shared/roles.ts'

/** Every role manages its own account. No school is needed, because accounts belong to the installation. */
const allRoles = { roles, platform: true } as const

export const accountActions = {
  listDevices: action<undefined>('account.listDevices', allRoles),
  signOutDevice: action<undefined>('account.signOutDevice', allRoles),
  signOutOtherDevices: action<undefined>('account.signOutOtherDevices', allRoles),
  chooseLanguage: action<undefined>('account.chooseLanguage', allRoles),
  changePassword: action<undefined>('account.changePassword', allRoles),
}
