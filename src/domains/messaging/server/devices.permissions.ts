import { action } from '#platform/action.ts'

/** Everybody may register the own devices. No school is needed, because a device belongs to an account. */
const everybody = { roles: ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT', 'STUDENT'], platform: true } as const

export const deviceActions = {
  add: action<undefined>('device.add', everybody),
  remove: action<undefined>('device.remove', everybody),
}
