import type { Who } from '../world.ts'
import type { Expectation } from './cells.ts'

const superadmin = ['superadmin'] as const satisfies readonly Who[]
const admins = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const everybody = [
  'superadmin',
  'admin',
  'limitedAdmin',
  'fees',
  'teacher',
  'attendant',
  'student',
] as const satisfies readonly Who[]

const bus = { busno: 'MH 12 AB 1', deviceId: 'D1', gpsId: '', simNumber: '99' }
const user = {
  ...{ name: 'New User', phone: '9876543210', email: 'new.user@world.test', role: 'TEACHER', classIds: [] },
  ...{ zoomId: '', zoomPassword: '', zoomLink: '' },
}

/** Who may do what, written from the specification and not from the code; an operation without an entry fails the run. */
export const expectations: Readonly<Record<string, Expectation>> = {
  viewer: { who: everybody, anybody: true },
  schools: { who: superadmin, platform: true },
  school: { who: everybody, noRow: true },
  terms: { who: everybody, noRow: true },

  buses: { who: admins, noRow: true },
  addBus: { who: admins, noRow: true, variables: () => ({ input: bus }) },
  updateBus: { who: admins, variables: ({ extra }) => ({ input: { id: extra.bus, ...bus } }) },
  setBusDisabled: { who: admins, variables: ({ extra }) => ({ input: { id: extra.bus, disabled: true } }) },

  users: { who: admins, noRow: true },
  teachers: { who: admins, noRow: true },
  user: { who: [...admins, 'teacher'], variables: ({ users }) => ({ id: users.teacher }) },
  userAssignments: { who: admins, variables: ({ extra }) => ({ id: extra.user }) },
  addUser: { who: admins, noRow: true, variables: () => ({ input: { ...user, password: '' } }) },
  updateUser: {
    who: admins,
    variables: ({ extra }) => ({ input: { id: extra.user, ...user, email: extra.userEmail } }),
  },
  setUserDisabled: { who: admins, variables: ({ extra }) => ({ input: { id: extra.user, disabled: true } }) },
  setUserPassword: { who: admins, variables: ({ extra }) => ({ input: { id: extra.user, password: '0123456789' } }) },
  deleteUser: { who: admins, variables: ({ extra }) => ({ id: extra.user }) },
  importTeachers: {
    who: admins,
    noRow: true,
    variables: () => ({ input: { rows: [{ name: 'A Teacher', phone: '9876543210', email: 'a.teacher@world.test' }] } }),
  },
}
