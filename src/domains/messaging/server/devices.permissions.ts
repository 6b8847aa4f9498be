import { action } from '#platform/action.ts'

/** Everybody is told on the own devices. It needs no school: a device belongs to the account. */
const everybody = { roles: ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT', 'STUDENT'], platform: true } as const

export const deviceActions = {
  add: action<undefined>('device.add', everybody),
  remove: action<undefined>('device.remove', everybody),
}
