import { action } from '#platform/action.ts'
import { roles } from '#shared/roles.ts'

/** Everybody manages the own account. It needs no school: an account belongs to the installation. */
const everybody = { roles, platform: true } as const

export const accountActions = {
  listDevices: action<undefined>('account.listDevices', everybody),
  signOutDevice: action<undefined>('account.signOutDevice', everybody),
  signOutOtherDevices: action<undefined>('account.signOutOtherDevices', everybody),
  changePassword: action<undefined>('account.changePassword', everybody),
}
